import { useState } from "react";
import * as z from "zod/mini";
import { addTables, listTables } from "../../api/databases";
import type { Source } from "../../api/sources";
import { useApiForm } from "../../api/use-api-form";
import { useApiMutation } from "../../api/use-api-mutation";
import type { DatabaseLogin, FoundTable } from "../../contract/types";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField, TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { SelectField } from "../../ui/select-field";
import { ErrorState } from "../../ui/states";
import { countOf } from "../../util/format";
import { BucketForm } from "./bucket-form";
import { databaseDialog as text } from "./strings";

/** As many as the server adds at once. */
const mostTables = 20;
/** More tables than these are searched. */
const fewTables = 8;

const filled = (message: string) => z.string().check(z.trim(), z.minLength(1, message));
const schema = z.object({
  host: filled(text.enterHost),
  port: z.string().check(z.regex(/^\s*\d{0,5}\s*$/, text.enterPort)),
  database: filled(text.enterDatabase),
  user: filled(text.enterUser),
  password: z.string(),
});

const labels = {
  host: text.host,
  port: text.port,
  database: text.database,
  user: text.user,
  password: text.password,
};

type DatabaseEngine = NonNullable<DatabaseLogin["engine"]>;

const sourceTypes: { value: DatabaseEngine | "s3"; label: string }[] = [
  { value: "postgresql", label: text.postgresql },
  { value: "mysql", label: text.mysql },
  { value: "s3", label: text.s3 },
];

const ports: Record<DatabaseEngine, string> = { postgresql: "5432", mysql: "3306" };

export interface DatabaseDialogProps {
  onClose: () => void;
  onAdded: (sources: Source[]) => void;
}

/** Connects a database: first its login, which is tested, then the tables to use; or files in a bucket, as one table. */
export function DatabaseDialog({ onClose, onAdded }: DatabaseDialogProps) {
  const [type, setType] = useState<DatabaseEngine | "s3">("postgresql");
  const [found, setFound] = useState<{ login: DatabaseLogin; tables: FoundTable[] }>();
  return (
    <Dialog isOpen onClose={onClose} title={text.connectDatabase} description={text.description}>
      {/* The login stays mounted, so that going back to it loses nothing. */}
      <div className={found ? "hidden" : "flex flex-col gap-4 px-6 pt-4 pb-6"}>
        <SelectField
          label={text.engine}
          value={type}
          choices={sourceTypes}
          onChoose={(value) => setType(value as typeof type)}
        />
        {type === "s3" ? (
          <BucketForm onClose={onClose} onAdded={onAdded} />
        ) : (
          <LoginForm engine={type} onClose={onClose} onFound={(login, tables) => setFound({ login, tables })} />
        )}
      </div>
      {found && <TableChoice {...found} onBack={() => setFound(undefined)} onAdded={onAdded} />}
    </Dialog>
  );
}

interface LoginFormProps {
  engine: DatabaseEngine;
  onClose: () => void;
  onFound: (login: DatabaseLogin, tables: FoundTable[]) => void;
}

function LoginForm({ engine, onClose, onFound }: LoginFormProps) {
  const [sslMode, setSslMode] = useState<NonNullable<DatabaseLogin["sslMode"]>>("require");
  const [caCertificate, setCaCertificate] = useState("");
  const form = useApiForm({
    initial: { host: "", port: "", database: "", user: "", password: "" },
    schema,
    submit: async ({ port, ...values }) => {
      const certificate = sslMode === "verify-full" && caCertificate.trim() !== "" ? { caCertificate } : {};
      const login = { ...values, engine, port: Number(port.trim() || ports[engine]), sslMode, ...certificate };
      onFound(login, await listTables(login));
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <InputField label={text.host} placeholder={text.hostExample} autoComplete="off" {...form.field("host")} />
        <InputField
          label={text.port}
          placeholder={ports[engine]}
          inputMode="numeric"
          autoComplete="off"
          {...form.field("port")}
        />
      </div>
      <InputField label={text.database} autoComplete="off" {...form.field("database")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label={text.user} autoComplete="off" {...form.field("user")} />
        <InputField label={text.password} type="password" autoComplete="off" {...form.field("password")} />
      </div>
      <SelectField
        label={text.sslMode}
        value={sslMode}
        choices={[
          { value: "require", label: text.sslRequire },
          { value: "verify-full", label: text.sslVerify },
          { value: "disable", label: text.sslDisable },
        ]}
        onChoose={(value) => setSslMode(value as typeof sslMode)}
        hint={text.readOnlyHint}
      />
      {sslMode === "verify-full" && (
        <TextField
          label={text.caCertificate}
          hint={text.caCertificateHint}
          rows={4}
          spellCheck={false}
          value={caCertificate}
          onChange={(event) => setCaCertificate(event.target.value)}
        />
      )}
      <FormFailures {...form} labels={labels} />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button look="primary" type="submit" isPending={form.isSubmitting}>
          {text.connect}
        </Button>
      </div>
    </form>
  );
}

interface TableChoiceProps {
  login: DatabaseLogin;
  tables: FoundTable[];
  onBack: () => void;
  onAdded: (sources: Source[]) => void;
}

function TableChoice({ login, tables, onBack, onAdded }: TableChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<FoundTable>>(new Set());
  const [query, setQuery] = useState("");
  const words = query.trim().toLowerCase();
  const matches = tables.filter((table) => nameOf(table).toLowerCase().includes(words));
  const add = useApiMutation({
    run: () => addTables(login, [...chosen]),
    onDone: onAdded,
  });
  const toggle = (table: FoundTable) => {
    const next = new Set(chosen);
    if (!next.delete(table)) next.add(table);
    setChosen(next);
  };
  return (
    <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
      {tables.length === 0 ? (
        <p className="rounded-xl border border-line border-dashed px-5 py-6 text-soft text-sm">{text.noTables}</p>
      ) : (
        <fieldset disabled={add.isPending}>
          <legend className="mb-2 font-medium text-sm">{text.chooseTables(mostTables)}</legend>
          {tables.length > fewTables && (
            <div className="mb-3">
              <InputField
                type="search"
                label={text.search}
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            </div>
          )}
          <ul className="max-h-[40dvh] overflow-y-auto rounded-xl border border-line">
            {matches.length === 0 && (
              <li className="px-4 py-6 text-center text-soft text-sm">{text.noResults(query.trim())}</li>
            )}
            {matches.map((table) => (
              <li key={`${table.schema}.${table.table}`} className="border-line border-b last:border-0">
                <label className="flex cursor-pointer items-center gap-3 px-4 py-2.5 text-sm hover:bg-surface">
                  <input
                    type="checkbox"
                    checked={chosen.has(table)}
                    disabled={!chosen.has(table) && chosen.size >= mostTables}
                    onChange={() => toggle(table)}
                  />
                  <span className="min-w-0 flex-1 truncate">{nameOf(table)}</span>
                  <span className="shrink-0 text-faint text-xs">{detailOf(table)}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {add.isPending && (
        <p role="status" className="text-soft text-sm">
          {text.readingTables}
        </p>
      )}
      {add.failure !== null && <ErrorState title={text.couldntAdd} description={add.failure} />}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onBack}>
          {text.back}
        </Button>
        <Button look="primary" disabled={chosen.size === 0} isPending={add.isPending} onClick={() => add.run()}>
          {chosen.size === 0 ? text.addNone : text.add(countOf(chosen.size, "table"))}
        </Button>
      </div>
    </div>
  );
}

function nameOf({ schema, table }: FoundTable): string {
  return schema === "public" ? table : `${schema}.${table}`;
}

function detailOf({ isView, estimatedRows }: FoundTable): string {
  if (isView) return text.view;
  return estimatedRows == null ? "" : text.about(countOf(estimatedRows, "row"));
}

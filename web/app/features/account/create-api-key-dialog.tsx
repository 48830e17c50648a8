import { useId, useState } from "react";
import * as z from "zod/mini";
import { type CreatedApiKey, createApiKey, type Scope } from "../../api/api-keys";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { SelectField } from "../../ui/select-field";
import { createApiKeyDialog as text } from "./strings";

const scopes: readonly { id: Scope; title: string; hint: string }[] = [
  { id: "read", title: text.read, hint: text.readHint },
  { id: "chat", title: text.chat, hint: text.chatHint },
  { id: "boards", title: text.boards, hint: text.boardsHint },
  { id: "admin", title: text.admin, hint: text.adminHint },
];

/** Days until a key expires; empty for never. */
const lives = ["30", "90", "365", ""];

export interface CreateApiKeyDialogProps {
  /** The most requests a minute that the plan includes. */
  mostRequests: number;
  /** Whether the scope of admins is offered. */
  isAdmin: boolean;
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

export function CreateApiKeyDialog({ mostRequests, isAdmin, onCreated, onClose }: CreateApiKeyDialogProps) {
  const [chosen, setChosen] = useState<readonly Scope[]>(["read"]);
  const [days, setDays] = useState("90");
  const form = useApiForm({
    initial: { name: "", requestsPerMinute: String(Math.min(60, mostRequests)) },
    schema: z.object({
      name: z
        .string()
        .check(z.trim(), z.minLength(1, text.enterANameForThe), z.maxLength(100, text.atMost100Characters)),
      requestsPerMinute: z
        .string()
        .check(z.refine((value) => isWithin(Number(value), mostRequests), text.requestsWithin(mostRequests))),
    }),
    submit: async ({ name, requestsPerMinute }) =>
      onCreated(
        await createApiKey({
          name,
          scopes: [...chosen],
          requestsPerMinute: Number(requestsPerMinute),
          ...(days !== "" && { expiresInDays: Number(days) }),
        }),
      ),
  });
  const toggle = (id: Scope) =>
    setChosen(chosen.includes(id) ? chosen.filter((scope) => scope !== id) : [...chosen, id]);
  return (
    <Dialog isOpen onClose={onClose} title={text.createApiKey}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5 px-6 pt-5 pb-6">
        <InputField label={text.keyName} placeholder={text.placeholder} {...form.field("name")} />
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-medium text-sm">{text.scopes}</legend>
          {scopes
            .filter(({ id }) => isAdmin || id !== "admin")
            .map((scope) => (
              <ScopeBox
                key={scope.id}
                {...scope}
                isChosen={chosen.includes(scope.id)}
                onToggle={() => toggle(scope.id)}
              />
            ))}
        </fieldset>
        <SelectField
          label={text.expires}
          value={days}
          choices={lives.map((value) => ({ value, label: value === "" ? text.never : text.inDays(value) }))}
          onChoose={setDays}
        />
        <InputField
          label={text.requestsPerMinute}
          hint={text.requestsWithin(mostRequests)}
          inputMode="numeric"
          {...form.field("requestsPerMinute")}
        />
        <FormFailures {...form} labels={{ name: text.keyName, requestsPerMinute: text.requestsPerMinute }} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" look="primary" disabled={chosen.length === 0} isPending={form.isSubmitting}>
            {text.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ScopeBoxProps {
  title: string;
  hint: string;
  isChosen: boolean;
  onToggle: () => void;
}

function ScopeBox({ title, hint, isChosen, onToggle }: ScopeBoxProps) {
  const id = useId();
  return (
    <div className="flex gap-3 text-sm">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        onChange={onToggle}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-4 accent-accent"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {title}
        </label>
        <p id={`${id}-hint`} className="text-faint">
          {hint}
        </p>
      </div>
    </div>
  );
}

function isWithin(requests: number, most: number): boolean {
  return Number.isInteger(requests) && requests >= 1 && requests <= most;
}

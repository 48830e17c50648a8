import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { modelsQuery } from "../../api/admin-models";
import { completedReplaysQuery, startReplay } from "../../api/admin-replays";
import { plansQuery } from "../../api/plans";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { SelectField } from "../../ui/select-field";
import { formatAgo } from "../../util/format";
import { FilterChoice } from "./admin-list-page";
import { startReplayDialog as strings } from "./strings";

type RatingChoice = "any" | "up" | "down";

const dayMs = 86_400_000;

const schema = z.object({
  latest: z.string().check(z.trim(), z.regex(/^(?:[1-9]\d{0,2})?$/, strings.enterNumber)),
  since: z.string().check(z.trim(), z.regex(/^(?:[1-9]\d{0,3})?$/, strings.enterDays)),
  email: z.string().check(z.trim()),
  tag: z.string().check(z.trim()),
});

/** Chooses stored chats and the model that answers them again. */
export function StartReplayDialog({ onClose }: { onClose: () => void }) {
  const [rating, setRating] = useState<RatingChoice>("any");
  const [tier, setTier] = useState("");
  const [model, setModel] = useState("");
  const [baselineId, setBaseline] = useState("");
  const { data: models = [] } = useQuery(modelsQuery());
  const { data: plans } = useQuery(plansQuery());
  const { data: runs = [] } = useQuery(completedReplaysQuery());
  const form = useApiForm({
    initial: { latest: "50", since: "", email: "", tag: "" },
    schema,
    submit: async ({ latest, since, email, tag }) => {
      await startReplay({
        ...(latest !== "" && { latest: Number(latest) }),
        ...(since !== "" && { since: new Date(Date.now() - Number(since) * dayMs).toISOString() }),
        ...(email !== "" && { email }),
        ...(rating !== "any" && { rating }),
        ...(tag !== "" && { tag }),
        ...(tier !== "" && { tier }),
        ...(model !== "" && { model }),
        ...(baselineId !== "" && { baselineId }),
      });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={strings.title} description={strings.description}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4 px-6 pt-5 pb-6">
        <InputField label={strings.latest} inputMode="numeric" autoFocus {...form.field("latest")} />
        <InputField label={strings.since} hint={strings.sinceHint} inputMode="numeric" {...form.field("since")} />
        <InputField label={strings.email} hint={strings.emailHint} inputMode="email" {...form.field("email")} />
        <FilterChoice legend={strings.rating} choices={strings.ratings} value={rating} onChoose={setRating} />
        <InputField label={strings.tag} hint={strings.tagHint} {...form.field("tag")} />
        <SelectField
          label={strings.plan}
          value={tier}
          choices={[
            { value: "", label: strings.anyPlan },
            ...(plans?.items ?? []).map(({ tier, name }) => ({ value: tier, label: name })),
          ]}
          onChoose={setTier}
        />
        <SelectField
          label={strings.model}
          value={model}
          choices={[
            { value: "", label: strings.originalModel },
            ...models.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChoose={setModel}
        />
        <SelectField
          label={strings.compareWith}
          value={baselineId}
          choices={[
            { value: "", label: strings.originals },
            ...runs.map((run) => ({ value: run.id, label: strings.replayOf(formatAgo(run.createdAt), run.model) })),
          ]}
          onChoose={setBaseline}
        />
        <FormFailures
          {...form}
          labels={{ latest: strings.latest, since: strings.since, email: strings.email, tag: strings.tag }}
        />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" look="primary" isPending={form.isSubmitting}>
            {strings.start}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

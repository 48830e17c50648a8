import { useState } from "react";
import * as z from "zod/mini";
import { type CreditChange, changeCredits } from "../../api/admin-users";
import { useApiForm } from "../../api/use-api-form";
import type { UserUsage } from "../../contract/types";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { formatCount } from "../../util/format";
import { FilterChoice } from "./admin-list-page";
import { reasonRule } from "./reason-dialog";
import { creditsDialog as strings } from "./strings";

const kinds: Record<CreditChange["kind"], string> = { grant: strings.grant, set: strings.setBalance };

const wholeNumber = /^\d{1,10}$/;

const schema = z.object({
  credits: z.string().check(z.trim(), z.regex(wholeNumber, strings.enterAWholeNumber)),
  days: z.string().check(z.trim(), z.regex(/^(?:[1-9]\d{0,3})?$/, strings.enterDays)),
  reason: reasonRule,
});

/** Grants credits to a user, or sets how many are left. */
export function CreditsDialog({ user, onClose }: { user: UserUsage; onClose: () => void }) {
  const [kind, setKind] = useState<CreditChange["kind"]>("grant");
  const form = useApiForm({
    initial: { credits: "", days: "", reason: "" },
    schema,
    submit: async ({ credits, days, reason }) => {
      await changeCredits(user.userId, {
        kind,
        credits: Number(credits),
        reason,
        ...(kind === "grant" && days !== "" && { expiresInDays: Number(days) }),
      });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={strings.changeCredits}
      description={strings.hasCredits(user.username ?? user.email ?? user.userId, formatCount(user.creditsLeft))}
    >
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4 px-6 pt-5 pb-6">
        <FilterChoice legend={strings.kindOfChange} choices={kinds} value={kind} onChoose={setKind} />
        <InputField
          label={kind === "grant" ? strings.creditsToGrant : strings.creditsLeft}
          inputMode="numeric"
          autoFocus
          {...form.field("credits")}
        />
        {kind === "grant" && (
          <InputField
            label={strings.expiresIn}
            hint={strings.expiresHint}
            inputMode="numeric"
            {...form.field("days")}
          />
        )}
        <InputField label={strings.reason} hint={strings.reasonHint} maxLength={500} {...form.field("reason")} />
        <FormFailures
          {...form}
          labels={{ credits: strings.credits, days: strings.expiresIn, reason: strings.reason }}
        />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" look="primary" isPending={form.isSubmitting}>
            {kinds[kind]}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { deleteAccount } from "../../api/account";
import { forgetSession } from "../../api/forget-session";
import { profileQuery } from "../../api/profile";
import { readSession } from "../../api/session";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { paths } from "../../util/page-paths";
import { DataExport } from "./data-export";
import { SectionCard } from "./section-card";
import { leavingCard as strings } from "./strings";

/** Taking everything along, and leaving. */
export function LeavingCard() {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <SectionCard id="data" title={strings.yourData} description={strings.description}>
      <DataExport />
      <hr className="my-6 border-line" />
      <Button look="quiet" className="-ml-4 !text-danger" onClick={() => setDeleting(true)}>
        {strings.deleteAccount}
      </Button>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </SectionCard>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const names = useOwnNames();
  const wanted = names.join(" or ");
  const form = useApiForm({
    initial: { confirm: "" },
    schema: z.object({
      confirm: z.string().check(
        z.trim(),
        z.refine(
          (text) => names.some((name) => name.toLowerCase() === text.toLowerCase()),
          strings.confirmationError(wanted),
        ),
      ),
    }),
    submit: async ({ confirm }) => {
      await deleteAccount(confirm);
      forgetSession();
      void navigate(paths.logout(), { replace: true });
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={strings.deleteYourAccount}
      description={strings.thisPermanentlyDeletesYourChats}
    >
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5 px-6 pt-5 pb-6">
        <InputField
          label={strings.confirmationLabel(wanted)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field("confirm")}
        />
        <FormFailures {...form} labels={{ confirm: strings.confirmation }} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {strings.keepAccount}
          </Button>
          <Button type="submit" look="danger" isPending={form.isSubmitting}>
            {strings.deleteAccount}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Identifiers of the user; a guest has none. */
function useOwnNames(): string[] {
  const { data: profile } = useQuery(profileQuery());
  const session = readSession();
  const names = [profile?.username, session?.email, session?.phone].filter((name) => typeof name === "string");
  return names.length > 0 ? names : ["delete"];
}

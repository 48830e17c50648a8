import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { applicationQuery, applyAsContributor } from "../../api/contributors";
import { profileQuery } from "../../api/profile";
import { QueryBoundary } from "../../api/query-boundary";
import { useApiForm } from "../../api/use-api-form";
import { Button, ButtonLink } from "../../ui/button";
import { TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { formatDay } from "../../util/format";
import { paths } from "../../util/page-paths";
import { SectionCard } from "./section-card";
import { contributorCard as text } from "./strings";

/** The way to become a contributor. */
export function ContributorCard() {
  const { data: profile } = useQuery(profileQuery());
  const query = useQuery(applicationQuery());
  return (
    <SectionCard id="charters" title={text.charters} description={text.description}>
      {profile?.isContributor ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <p>{text.youAreCharter}</p>
          <ButtonLink size="small" to={paths.portolans()}>
            {text.seePublished}
          </ButtonLink>
        </div>
      ) : (
        <QueryBoundary query={query} what={text.yourApplication}>
          {(application) =>
            application?.status === "pending" ? (
              <p className="text-sm">{text.pending(formatDay(application.appliedAt))}</p>
            ) : (
              <>
                {application?.status === "declined" && <p className="mb-4 text-sm">{text.declined}</p>}
                <ApplicationForm />
              </>
            )
          }
        </QueryBoundary>
      )}
    </SectionCard>
  );
}

const schema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, text.enterAReason), z.maxLength(2_000, text.tooLong)),
});

function ApplicationForm() {
  const form = useApiForm({
    initial: { reason: "" },
    schema,
    submit: ({ reason }) => applyAsContributor(reason),
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <TextField label={text.reason} rows={3} placeholder={text.placeholder} {...form.field("reason")} />
      <FormFailures {...form} labels={{ reason: text.reason }} />
      <Button type="submit" className="self-start" isPending={form.isSubmitting}>
        {text.apply}
      </Button>
    </form>
  );
}

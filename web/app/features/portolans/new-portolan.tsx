import { useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { createPortolan } from "../../api/portolans";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { newPortolan as text } from "./strings";

const schema = z.object({
  title: z.string().check(z.trim(), z.minLength(1, text.enterATitle), z.maxLength(300, text.atMost300Characters)),
});

const beginnings = [
  { id: "blank", title: text.blankPage, description: text.startFromScratch, markdown: "" },
  {
    id: "findings",
    title: text.findings,
    description: text.questionFindingsAndNextSteps,
    markdown: text.findingsMarkdown,
  },
  {
    id: "comparison",
    title: text.comparison,
    description: text.twoOrMoreItemsSide,
    markdown: text.comparisonMarkdown,
  },
] as const;

type BeginningId = (typeof beginnings)[number]["id"];

/** Makes a document, and leads to it. */
export function NewPortolan() {
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState<BeginningId>("blank");
  const form = useApiForm({
    initial: { title: "" },
    schema,
    submit: async ({ title }) => {
      const { markdown } = beginnings.find(({ id }) => id === beginning) ?? beginnings[0];
      const { id } = await createPortolan({ title, markdown });
      void navigate(paths.portolan(id), { replace: true, state: { isNew: true } });
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-6">
      <InputField label={text.title} placeholder={text.placeholder} autoFocus {...form.field("title")} />
      <fieldset>
        <legend className="mb-2 font-medium text-sm">{text.template}</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {beginnings.map(({ id, title, description }) => (
            <label
              key={id}
              className={classNames(
                "cursor-pointer rounded-xl border p-4 transition-colors duration-100 has-focus-visible:outline-2 has-focus-visible:outline-accent",
                id === beginning ? "border-accent bg-accent-wash" : "border-line hover:border-line-strong",
              )}
            >
              <input
                type="radio"
                name="beginning"
                value={id}
                checked={id === beginning}
                onChange={() => setBeginning(id)}
                className="sr-only"
              />
              <span className="block font-medium text-sm">{title}</span>
              <span className="mt-1 block text-soft text-sm">{description}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <FormFailures {...form} labels={{ title: text.title }} />
      <Button type="submit" look="primary" className="self-start" isPending={form.isSubmitting}>
        {text.createDocument}
      </Button>
    </form>
  );
}

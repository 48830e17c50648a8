import { withSpec } from "../../../charts/editing/document";
import { changePlot, readPlot } from "../../../charts/editing/plot-form";
import { SmallField } from "../../../ui/select-field";
import { StepsField } from "../options-fields";
import { legendEditor as text } from "../strings";
import type { PartFormProps } from "./part-popover";

/** Title of a legend, and the limits of its steps. */
export function LegendEditor({ document, data, change }: PartFormProps) {
  const form = readPlot(document.spec)?.channels.color;
  if (!form) return <p className="text-soft">{text.editAsJson}</p>;
  const type = data?.columns.find(({ name }) => name === form.field)?.type;
  return (
    <div className="flex flex-col gap-3">
      <SmallField
        label={text.title}
        placeholder={text.automatic}
        value={form.title}
        onType={(value) =>
          change(
            (before) => withSpec(before, changePlot(before.spec, { on: "color", key: "title", value }, [])),
            "color.title",
          )
        }
      />
      {(type === "number" || type === "integer") && <StepsField spec={document.spec} change={change} />}
    </div>
  );
}

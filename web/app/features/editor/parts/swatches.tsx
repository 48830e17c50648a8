import { Check } from "lucide-react";
import { swatches } from "../../../charts/editing/part-edits";
import { inkOn } from "../../../charts/palette";
import { swatchNames, swatches as text } from "../strings";

export interface SwatchesProps {
  label: string;
  /** The color that was chosen; undefined if the drawing decides. */
  color: string | undefined;
  onChoose: (color: string | null) => void;
}

/** Colors of the palette, a color of one's own, and the way back to the automatic one. */
export function Swatches({ label, color, onChoose }: SwatchesProps) {
  const isOwn = color !== undefined && !swatches.includes(color);
  return (
    <fieldset>
      <legend className="mb-1.5 text-soft text-xs">{label}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        {swatches.map((each, index) => (
          <button
            key={each}
            type="button"
            aria-label={swatchNames[index] ?? each}
            title={swatchNames[index] ?? each}
            aria-pressed={color === each}
            onClick={() => onChoose(each)}
            className="inline-flex size-7 items-center justify-center rounded-full border border-line-strong/60"
            style={{ background: each, color: inkOn(each) }}
          >
            {color === each && <Check aria-hidden className="size-4" />}
          </button>
        ))}
        <input
          type="color"
          aria-label={text.customColor}
          value={isOwn && /^#[\da-f]{6}$/i.test(color) ? color : "#336699"}
          onChange={(event) => onChoose(event.target.value)}
          className="h-7 w-9 cursor-pointer rounded-md border border-line-strong/60 bg-raised"
        />
        {color !== undefined && (
          <button
            type="button"
            onClick={() => onChoose(null)}
            className="min-h-7 rounded-md px-1.5 text-soft text-xs underline underline-offset-2 hover:text-ink"
          >
            {text.automatic}
          </button>
        )}
      </div>
    </fieldset>
  );
}

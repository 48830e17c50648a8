import { Button } from "./button";

export interface ChoiceRowProps<T extends string> {
  /** Accessible name of the group. */
  label: string;
  choices: readonly { id: T; title: string }[];
  chosen: T;
  onChoose: (id: T) => void;
}

/** A few mutually exclusive choices, side by side. */
export function ChoiceRow<T extends string>({ label, choices, chosen, onChoose }: ChoiceRowProps<T>) {
  return (
    <fieldset className="flex flex-wrap gap-1 max-sm:gap-0">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ id, title }) => (
        <Button
          key={id}
          size="small"
          className="max-sm:px-2 max-sm:text-[0.8125rem]"
          look={id === chosen ? "secondary" : "quiet"}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {title}
        </Button>
      ))}
    </fieldset>
  );
}

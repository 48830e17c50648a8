import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../util/class-names";
import { inputClass } from "./field";

export interface Choice {
  value: string;
  label: string;
}

export interface SelectFieldProps extends Omit<ComponentProps<"select">, "id" | "onChange" | "value" | "children"> {
  label: string;
  /** Read out, but seen as the first choice only. */
  isLabelHidden?: boolean;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
  hint?: ReactNode;
}

/** One of a few; a value that is none of them is shown as it is. */
export function SelectField({
  label,
  isLabelHidden = false,
  value,
  choices,
  onChoose,
  hint,
  className,
  ...rest
}: SelectFieldProps) {
  const id = useId();
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <SmallFrame id={id} label={label} isLabelHidden={isLabelHidden}>
      <div className="relative min-w-0">
        <select
          id={id}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
          className={classNames(inputClass, "h-9 min-w-0 appearance-none truncate pr-8 pl-2.5 text-sm", className)}
          {...rest}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
          {!isKnown && <option value={value}>{value}</option>}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-faint" />
      </div>
      {hint !== undefined && <p className="text-faint text-xs">{hint}</p>}
    </SmallFrame>
  );
}

export interface SmallFieldProps extends Omit<ComponentProps<"input">, "id" | "onChange" | "value"> {
  label: string;
  value: string;
  onType: (value: string) => void;
}

/** A text of a dense form. */
export function SmallField({ label, value, onType, className, ...rest }: SmallFieldProps) {
  const id = useId();
  return (
    <SmallFrame id={id} label={label}>
      <input
        id={id}
        value={value}
        onChange={(event) => onType(event.target.value)}
        className={classNames(inputClass, "h-9 min-w-0 px-2.5 text-sm", className)}
        {...rest}
      />
    </SmallFrame>
  );
}

export interface SmallAreaProps extends Omit<ComponentProps<"textarea">, "id" | "onChange" | "value"> {
  label: string;
  value: string;
  onType: (value: string) => void;
}

/** Several lines of text in a dense form. */
export function SmallArea({ label, value, onType, className, ...rest }: SmallAreaProps) {
  const id = useId();
  return (
    <SmallFrame id={id} label={label}>
      <textarea
        id={id}
        value={value}
        onChange={(event) => onType(event.target.value)}
        className={classNames(inputClass, "field-sizing-content max-h-48 min-w-0 px-2.5 py-2 text-sm", className)}
        {...rest}
      />
    </SmallFrame>
  );
}

interface SmallFrameProps {
  id: string;
  label: string;
  isLabelHidden?: boolean;
  children: ReactNode;
}

/** The label above what is typed into or chosen from. */
function SmallFrame({ id, label, isLabelHidden = false, children }: SmallFrameProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-soft text-xs"}>
        {label}
      </label>
      {children}
    </div>
  );
}

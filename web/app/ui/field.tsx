import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../util/class-names";

/** Border and focus of everything that is typed into. */
export const inputClass =
  "w-full rounded-lg border border-line-strong/70 bg-raised text-ink placeholder:text-faint transition-colors duration-100 hover:border-line-strong focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:outline-danger";

interface FieldProps {
  label: string;
  /** Help that is always there. */
  hint?: ReactNode;
  /** Validation message: the problem and how to fix it. */
  error?: string;
}

export type InputFieldProps = FieldProps & Omit<ComponentProps<"input">, "id" | "aria-invalid" | "aria-describedby">;

export function InputField({ label, hint, error, className, ...rest }: InputFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input className={classNames(inputClass, "h-11 px-3", className)} {...rest} {...describedBy(id, hint, error)} />
    </FieldFrame>
  );
}

export type TextFieldProps = FieldProps & Omit<ComponentProps<"textarea">, "id" | "aria-invalid" | "aria-describedby">;

export function TextField({ label, hint, error, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        className={classNames(inputClass, "px-3 py-2.5", className)}
        {...rest}
        {...describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

function FieldFrame({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="text-danger text-sm empty:hidden">
        {error}
      </p>
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  const ids = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": ids || undefined };
}

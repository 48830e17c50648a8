import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "../util/class-names";
import { Spinner } from "./spinner";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const base =
  "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg font-medium transition-colors duration-100 disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55";

const looks: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line bg-raised text-ink shadow-[0_1px_1px_var(--shadow-near)] hover:border-line-strong",
  quiet: "text-soft hover:bg-surface hover:text-ink dark:hover:bg-raised",
  danger: "bg-danger text-on-danger hover:opacity-90",
};

const sizes: Record<ButtonSize, string> = {
  small: "h-8 px-3 text-sm",
  medium: "h-10 px-4 text-sm",
  large: "h-12 px-6 text-base",
};

interface ButtonStyle {
  look?: ButtonLook;
  size?: ButtonSize;
}

export interface ButtonProps extends ComponentProps<"button">, ButtonStyle {
  /** Shows that the action runs, and keeps it from starting twice. */
  isPending?: boolean;
}

export function Button({ look, size, isPending = false, className, children, disabled, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? "button"}
      className={buttonClass({ look, size }, className)}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
      {...rest}
    >
      {isPending && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look, size, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link className={buttonClass({ look, size }, className)} {...rest} />;
}

export function buttonClass({ look = "secondary", size = "medium" }: ButtonStyle, className?: string): string {
  return classNames(base, looks[look], sizes[size], className);
}

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  /** Accessible name of the button. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, type, ...rest }: IconButtonProps) {
  return (
    <button
      type={type ?? "button"}
      aria-label={label}
      title={label}
      className={classNames(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft transition-colors duration-100 hover:bg-surface hover:text-ink disabled:pointer-events-none disabled:opacity-55 dark:hover:bg-raised",
        className,
      )}
      {...rest}
    />
  );
}

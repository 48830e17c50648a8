import { classNames } from "../util/class-names";
import { logo as strings } from "../util/strings";

/** The mark: a compass rose whose north is green, on the lines that leave it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={classNames("size-7", className)}>
      <path
        d="M6.1 6.1 25.9 25.9M25.9 6.1 6.1 25.9M10.64 3.07 21.36 28.93M21.36 3.07 10.64 28.93M3.07 10.64 28.93 21.36M28.93 10.64 3.07 21.36"
        stroke="currentColor"
        strokeWidth="0.7"
        opacity="0.4"
      />
      <circle cx="16" cy="16" r="10" fill="none" stroke="currentColor" strokeWidth="1.1" opacity="0.75" />
      <path
        d="M16 16 18.9 13.1 31 16 18.9 18.9Zm0 0L18.9 18.9 16 31 13.1 18.9Zm0 0L13.1 18.9 1 16 13.1 13.1Z"
        fill="currentColor"
      />
      <path d="M16 16 13.1 13.1 16 1 18.9 13.1Z" fill="var(--accent)" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-2 text-ink", className)}>
      <LogoMark />
      <span className="font-serif text-xl tracking-tight">{strings.portolan}</span>
    </span>
  );
}

import { useState } from "react";
import { classNames } from "../util/class-names";

/** A user's picture, or the first letters of their name if there is none or it does not load. It says nothing to screen readers: the name is beside it. */
export function Avatar({ name, url, className }: { name: string; url?: string | null; className?: string }) {
  const shape = classNames("size-8 shrink-0 rounded-full", className);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url && url !== failedUrl)
    return <img src={url} alt="" className={classNames(shape, "object-cover")} onError={() => setFailedUrl(url)} />;
  return (
    <span
      aria-hidden
      className={classNames(
        shape,
        "flex items-center justify-center bg-accent-wash font-semibold text-[length:var(--avatar-text,0.75rem)] text-accent-strong",
      )}
    >
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean);
  return (
    words
      .slice(0, 2)
      .map((word) => [...word][0]?.toUpperCase())
      .join("") || "?"
  );
}

import type { ComponentProps } from "react";
import { classNames } from "../util/class-names";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={classNames("rounded-2xl border border-line bg-raised", className)} {...rest} />;
}

/** Title, one sentence, and what belongs to it, with a rule below. */
export function CardHeader({ title, description }: { title: string; description?: string }) {
  return (
    <header className="border-line border-b px-5 py-4 sm:px-6">
      <h2 className="font-semibold tracking-tight">{title}</h2>
      {description !== undefined && <p className="mt-0.5 text-soft text-sm">{description}</p>}
    </header>
  );
}

import type { ReactNode } from "react";

/** Running text with a large title: the about page, the legal ones. */
export function Article({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <article className="mx-auto max-w-2xl px-5 py-16 sm:px-8 sm:py-24">
      <h1 className="font-serif text-4xl tracking-tight sm:text-5xl">{title}</h1>
      {lead !== undefined && <p className="mt-5 text-lg text-soft">{lead}</p>}
      <div className="mt-10 flex flex-col gap-4 leading-relaxed [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-6 [&_h2]:font-serif [&_h2]:text-2xl [&_h2]:tracking-tight [&_p]:text-soft [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:text-soft">
        {children}
      </div>
    </article>
  );
}

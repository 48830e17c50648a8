import type { ReactNode } from "react";
import { Link } from "react-router";
import { Logo } from "../../ui/logo";
import { RhumbLines } from "../../ui/rhumb-lines";
import { paths } from "../../util/page-paths";
import { accountFrame as text } from "./strings";

/** The card in the middle of the pages of signing in. */
export function AccountFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main id="content" className="relative isolate grid min-h-dvh place-items-center overflow-hidden px-5 py-12">
      <RhumbLines className="top-1/2 left-1/2 -z-10 w-[68rem] max-w-none -translate-x-1/2 -translate-y-1/2" />
      <div className="w-full max-w-md rounded-3xl border border-line bg-raised p-6 shadow-raised sm:p-10">
        <Link to={paths.home()} aria-label={text.portolanHome} className="inline-flex">
          <Logo />
        </Link>
        <h1 className="mt-8 font-serif text-3xl tracking-tight">{title}</h1>
        <p className="mt-2 mb-7 text-soft">{lead}</p>
        {children}
      </div>
    </main>
  );
}

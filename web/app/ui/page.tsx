import type { ReactNode } from "react";
import { classNames } from "../util/class-names";

export interface PageProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  width?: "narrow" | "wide";
  /** Something above it has the page's title already. */
  isPart?: boolean;
  children: ReactNode;
}

/** The frame of a signed-in page: its title, its actions, its content. */
export function Page({ title, actions, width = "wide", isPart = false, children }: PageProps) {
  const Heading = isPart ? "h2" : "h1";
  return (
    <div
      data-steady
      className={classNames("mx-auto w-full px-5 py-8 sm:px-8 lg:py-12", width === "wide" ? "max-w-6xl" : "max-w-2xl")}
    >
      <div className="mb-7 flex flex-wrap items-center justify-between gap-4">
        <Heading className="font-serif text-3xl tracking-tight">{title}</Heading>
        {actions}
      </div>
      {children}
    </div>
  );
}

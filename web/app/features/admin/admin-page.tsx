import type { ReactNode } from "react";
import { describeFailure } from "../../api/problem";
import { inputClass } from "../../ui/field";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { classNames } from "../../util/class-names";
import { adminPage as strings } from "./strings";

/** Frame of an administrator's page: wider than the others, with its tools beside the title. */
export function AdminPage({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-6 sm:px-8 lg:py-10">
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="mr-auto font-serif text-3xl tracking-tight">{title}</h1>
        {tools}
      </div>
      {children}
    </div>
  );
}

export function FilterField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={strings.placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(inputClass, "h-9 px-3 text-sm sm:w-48 lg:w-64")}
    />
  );
}

export interface LoadedProps {
  /** Accessible name of the loading state. */
  what: string;
  isLoaded: boolean;
  error: unknown;
  onRetry: () => void;
  children: ReactNode;
}

/** A part of a page, or why it is not there. */
export function Loaded({ what, isLoaded, error, onRetry, children }: LoadedProps) {
  if (isLoaded) return children;
  if (error)
    return <ErrorState title={strings.couldntLoad(what)} description={describeFailure(error)} onRetry={onRetry} />;
  return (
    <div className="flex flex-col gap-2">
      <LoadingNote>{strings.loading(what)}</LoadingNote>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}

/** The list texts of the whole product. */
export function emptyTextOf(query: string): string {
  return query === "" ? strings.noItems : strings.noItemsWithTerm;
}

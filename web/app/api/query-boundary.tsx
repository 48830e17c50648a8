import type { ReactNode } from "react";
import { LoadingNote, Skeleton } from "../ui/skeleton";
import { ErrorState } from "../ui/states";
import { ApiProblem, describeFailure } from "./problem";
import { queryBoundary as text } from "./strings";

export interface QueryBoundaryProps<T> {
  query: QueryState<T>;
  /** Name of the loaded data, such as "your API keys". */
  what: string;
  /** Placeholder in the shape of the content. */
  skeleton?: ReactNode;
  /** Shown in place of the children where the data is an empty list, or `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  /** Shown where the server has no such item, or the address names none. */
  missing?: ReactNode;
  className?: string;
  children: (data: T) => ReactNode;
}

/** The part of a React Query result that decides what is shown. */
export interface QueryState<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Server data with its loading, empty, missing and error states. Data that is there stays while it is renewed. */
export function QueryBoundary<T>({ query, what, children, ...states }: QueryBoundaryProps<T>) {
  const { data, error, refetch } = query;
  const { skeleton, empty, isEmpty = isEmptyList, missing, className } = states;
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data);
  if (!error) {
    return (
      <>
        <LoadingNote>{text.loading(what)}</LoadingNote>
        {skeleton ?? <Skeleton className="h-16" />}
      </>
    );
  }
  return (
    <QueryFailure error={error} what={what} onRetry={() => void refetch()} missing={missing} className={className} />
  );
}

export interface QueryFailureProps {
  error: unknown;
  /** Name of the data, such as "your API keys". */
  what: string;
  onRetry: () => void;
  /** Shown where the server has no such item, or the address names none. */
  missing?: ReactNode | undefined;
  className?: string | undefined;
}

/** The error state of a query, for screens whose layout differs between states. */
export function QueryFailure({ error, what, onRetry, missing, className }: QueryFailureProps) {
  if (missing !== undefined && isMissing(error)) return missing;
  return (
    <ErrorState
      title={text.couldntLoad(what)}
      description={describeFailure(error)}
      onRetry={onRetry}
      {...(className !== undefined && { className })}
    />
  );
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 400);
}

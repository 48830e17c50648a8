import type { ReactNode } from "react";
import { describeFailure } from "../../api/problem";
import { Card, CardHeader } from "../../ui/card";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { sectionCard as text } from "./strings";

export interface SectionCardProps {
  /** Part of the address that leads here. */
  id: string;
  title: string;
  description: string;
  children: ReactNode;
}

/** One part of the settings. */
export function SectionCard({ id, title, description, children }: SectionCardProps) {
  return (
    <Card id={id} className="scroll-mt-20">
      <CardHeader title={title} description={description} />
      <div className="p-5 sm:p-6">{children}</div>
    </Card>
  );
}

export interface LoadedPartProps<T> {
  /** Name of the loaded data, such as "your API keys". */
  what: string;
  data: T | undefined;
  error: unknown;
  onRetry: () => void;
  children: (data: T) => ReactNode;
}

/** Server data with its loading and error states. */
export function LoadedPart<T>({ what, data, error, onRetry, children }: LoadedPartProps<T>) {
  if (data !== undefined) return children(data);
  if (error) {
    const sentence = error instanceof Error && error.name.startsWith("Auth") ? error.message : describeFailure(error);
    return <ErrorState title={text.couldntLoad(what)} description={sentence} onRetry={onRetry} />;
  }
  return (
    <>
      <LoadingNote>{text.loading(what)}</LoadingNote>
      <Skeleton className="h-16" />
    </>
  );
}

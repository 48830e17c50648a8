import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { chatSkeleton as text } from "./strings";

/** A chat in outline: a question, its answer, and a chart. */
export function ChatSkeleton() {
  return (
    <div className="mx-auto flex w-full max-w-[51rem] flex-1 flex-col gap-6 px-4 pt-20 pb-8 sm:px-6">
      <LoadingNote>{text.loadingChat}</LoadingNote>
      <Skeleton className="h-11 w-3/5 self-end rounded-2xl" />
      <Skeleton className="h-4 w-32" />
      <div className="flex flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/4" />
      </div>
      <Skeleton className="aspect-[16/9] w-full rounded-2xl" />
      <Skeleton className="mt-auto h-24 w-full rounded-2xl" />
    </div>
  );
}

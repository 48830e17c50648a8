import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { type Portolan, portolanQuery } from "../../api/portolans";
import { QueryFailure } from "../../api/query-boundary";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { EmptyState } from "../../ui/states";
import { workOf } from "../../util/author-work";
import { formatDay } from "../../util/format";
import { paths } from "../../util/page-paths";
import { DocumentView } from "./document-view";
import { PortolanActions } from "./portolan-actions";
import { portolanScreen as text } from "./strings";

const Editor = lazy(async () => ({ default: (await import("./portolan-editor")).PortolanEditor }));

/** A document: its owner writes in it, others read it. */
export function PortolanScreen({ portolanId }: { portolanId: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...portolanQuery(portolanId),
    // What an earlier look left in memory may be older than what a save must build on.
    refetchOnMount: "always",
  });
  const portolan = data?.isOwner && !isFetchedAfterMount ? undefined : data;
  if (portolan?.isOwner) {
    return (
      <Suspense fallback={<Placeholder />}>
        <Editor key={portolan.id} portolan={portolan} />
      </Suspense>
    );
  }
  if (portolan) return <Reading portolan={portolan} />;
  if (!error) return <Placeholder />;
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-12 sm:px-8">
      <QueryFailure
        error={error}
        what={text.theDocument}
        onRetry={() => void refetch()}
        missing={<EmptyState title={text.documentNotFound} description={text.description} />}
      />
    </div>
  );
}

function Reading({ portolan }: { portolan: Portolan }) {
  const { title, markdown, author, updatedAt } = portolan;
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-10 sm:px-8 lg:py-14">
      <title>{text.portolan(title || text.untitled)}</title>
      <header className="mb-8 border-line border-b pb-6">
        <h1 dir="auto" className="font-serif text-4xl tracking-tight">
          {title || text.untitled}
        </h1>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-faint text-sm">
            {author?.username && (
              <>
                <Link to={paths.person(author.username)} className="underline underline-offset-4 hover:text-ink">
                  {author.username}
                </Link>
                {workOf(author)}
                {", "}
              </>
            )}
            {formatDay(updatedAt)}
          </p>
          <PortolanActions portolan={portolan} />
        </div>
      </header>
      <DocumentView markdown={markdown} />
    </article>
  );
}

function Placeholder() {
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-12 sm:px-8">
      <LoadingNote>{text.loadingDocument}</LoadingNote>
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="mt-10 h-4" />
      <Skeleton className="mt-3 h-4 w-11/12" />
      <Skeleton className="mt-3 h-4 w-4/5" />
      <Skeleton className="mt-8 aspect-[16/9]" />
    </div>
  );
}

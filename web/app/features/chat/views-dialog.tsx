import { useQuery } from "@tanstack/react-query";
import { chatViewsQuery } from "../../api/chats.ts";
import { describeFailure } from "../../api/problem.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { formatAgo } from "../../util/format.ts";
import { viewsDialog as text } from "./strings";

/** Administrator views of the chat with reason and time. */
export function ViewsDialog({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const { data: views, error, isPending, refetch } = useQuery(chatViewsQuery(chatId));
  return (
    <Dialog isOpen onClose={onClose} title={text.viewedBy} description={text.description}>
      <div className="px-6 pt-5 pb-6">
        {isPending && (
          <>
            <LoadingNote>{text.loadingViews}</LoadingNote>
            <Skeleton className="h-12" />
          </>
        )}
        {error && (
          <ErrorState
            title={text.couldntLoadTheList}
            description={describeFailure(error)}
            onRetry={() => void refetch()}
          />
        )}
        {views?.length === 0 && <p className="text-soft text-sm">{text.onlyYouHaveOpenedThis}</p>}
        {views && views.length > 0 && (
          <ul className="divide-y divide-line rounded-xl border border-line">
            {views.map(({ admin, reason, viewedAt }) => (
              <li key={`${admin.username} ${viewedAt}`} className="px-4 py-3 text-sm">
                <span className="flex justify-between gap-3">
                  <b className="font-medium">{admin.username ?? text.administrator}</b>
                  <span className="text-faint">{formatAgo(viewedAt)}</span>
                </span>
                <span className="mt-0.5 block text-soft" dir="auto">
                  {reason}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

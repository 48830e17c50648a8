import { useQuery } from "@tanstack/react-query";
import { chatViewsQuery } from "../../api/chats.ts";
import { describeFailure } from "../../api/problem.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { formatAgo } from "../../util/format.ts";

/** Who of the administrators looked into the chat, why and when. */
export function ViewsDialog({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const { data: views, error, isPending, refetch } = useQuery(chatViewsQuery(chatId));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Who looked into this"
      description="Administrators may open a chat to help or to find a fault. Each time they must say why, and you see it here."
    >
      <div className="px-6 pt-5 pb-6">
        {isPending && (
          <>
            <LoadingNote>Loading who looked into this</LoadingNote>
            <Skeleton className="h-12" />
          </>
        )}
        {error && (
          <ErrorState
            title="The list could not be loaded."
            description={describeFailure(error)}
            onRetry={() => void refetch()}
          />
        )}
        {views?.length === 0 && <p className="text-soft text-sm">Nobody but you has opened this chat.</p>}
        {views && views.length > 0 && (
          <ul className="divide-y divide-line rounded-xl border border-line">
            {views.map(({ admin, reason, viewedAt }) => (
              <li key={`${admin.username} ${viewedAt}`} className="px-4 py-3 text-sm">
                <span className="flex justify-between gap-3">
                  <b className="font-medium">{admin.username ?? "An administrator"}</b>
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

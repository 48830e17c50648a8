import { useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { describeFailure } from "../../api/problem.ts";
import { revokeShare, type Share, shareChat, shareQuery } from "../../api/shares.ts";
import { useApiMutation } from "../../api/use-api-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { inputClass } from "../../ui/field.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { classNames } from "../../util/class-names.ts";
import { copyText } from "../../util/clipboard.ts";
import { formatAgo } from "../../util/format.ts";
import { shareDialog as strings } from "./strings";

export interface ChatShareDialogProps {
  chatId: string;
  /** The last turn of the branch that a new link shows. */
  leafId: string;
  onClose: () => void;
}

/** A read-only link to the chat: made, copied, renewed, revoked. */
export function ShareDialog({ chatId, leafId, onClose }: ChatShareDialogProps) {
  const { data: share, error, isPending, refetch } = useQuery(shareQuery(chatId));
  return (
    <Dialog isOpen onClose={onClose} title={strings.shareThisChat} description={strings.description}>
      <div className="px-6 pt-5 pb-6">
        {isPending && (
          <>
            <LoadingNote>{strings.loadingLink}</LoadingNote>
            <Skeleton className="h-10" />
          </>
        )}
        {error && (
          <ErrorState
            title={strings.couldntLoadTheLink}
            description={describeFailure(error)}
            onRetry={() => void refetch()}
          />
        )}
        {share === null && <NoLink chatId={chatId} leafId={leafId} />}
        {share && <Link chatId={chatId} leafId={leafId} share={share} />}
      </div>
    </Dialog>
  );
}

type SharedBranch = Pick<ChatShareDialogProps, "chatId" | "leafId">;

function NoLink({ chatId, leafId }: SharedBranch) {
  const { run, working } = useAction();
  return (
    <Button look="primary" isPending={working !== null} onClick={() => run("create", () => shareChat(chatId, leafId))}>
      {strings.createLink}
    </Button>
  );
}

function Link({ chatId, leafId, share }: SharedBranch & { share: Share }) {
  const { run, working } = useAction();
  const [isCopied, setCopied] = useState(false);
  const url = new URL(share.url, location.href).href;
  const isBehind = share.lastTurnId !== leafId;

  return (
    <div className="flex flex-col gap-4">
      <div className="flex gap-2">
        <input
          readOnly
          aria-label={strings.link}
          value={url}
          onFocus={(event) => event.target.select()}
          className={classNames(inputClass, "h-10 min-w-0 px-3 text-sm")}
        />
        <Button look="primary" onClick={() => void copyText(url).then(setCopied)}>
          {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          <span aria-live="polite">{isCopied ? strings.copied : strings.copy}</span>
        </Button>
      </div>
      <p className="text-soft text-sm">
        {strings.theLinkShowsTheChat(formatAgo(share.sharedAt))} {isBehind && strings.itDoesntIncludeYourCurrent}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          look="quiet"
          size="small"
          className="!text-danger"
          isPending={working === "revoke"}
          disabled={working !== null}
          onClick={() => run("revoke", () => revokeShare(chatId))}
        >
          {strings.revokeLink}
        </Button>
        <Button
          size="small"
          isPending={working === "renew"}
          disabled={working !== null || !isBehind}
          onClick={() => run("renew", () => shareChat(chatId, leafId))}
        >
          {strings.updateLink}
        </Button>
      </div>
    </div>
  );
}

type LinkAction = "create" | "renew" | "revoke";

const done: Record<LinkAction, string> = {
  create: strings.linkCreated,
  renew: strings.linkUpdated,
  revoke: strings.linkRevoked,
};

/** Changes the link, one change at a time. */
function useAction() {
  const { run, pending } = useApiMutation({
    run: ({ work }: { action: LinkAction; work: () => Promise<unknown> }) => work(),
    success: (_, { action }) => done[action],
    failed: strings.couldntUpdateTheLink,
  });
  return {
    run: (action: LinkAction, work: () => Promise<unknown>) => run({ action, work }),
    working: pending?.action ?? null,
  };
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { BookmarkX } from "lucide-react";
import { useState } from "react";
import { describeFailure } from "../../api/problem";
import { type SavedThing, savedListQuery, setSaved } from "../../api/saved-list";
import { ButtonLink, IconButton } from "../../ui/button";
import { ChoiceRow } from "../../ui/choice-row";
import { EndlessGrid } from "../../ui/endless-grid";
import { Page } from "../../ui/page";
import { EmptyState } from "../../ui/states";
import { ThingCard } from "../../ui/thing-card";
import { notify } from "../../ui/toast";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { useTheme } from "../../util/theme";
import { type ThingKind, thingPath, thingWords, thumbnailOf } from "../../util/things";

type Kind = "all" | ThingKind;

const kinds: readonly { id: Kind; title: string }[] = [
  { id: "all", title: "All" },
  ...(["chart", "board", "portolan", "chat"] as const).map((id) => ({ id, title: thingWords[id].many })),
];

/** What somebody wants to find again: their own things and other people's. */
export function SavedScreen() {
  const [kind, setKind] = useState<Kind>("all");
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(savedListQuery());
  const all = data?.pages.flatMap((page) => page.items);
  const isEmpty = all?.length === 0;
  return (
    <Page
      title="Saved"
      actions={!isEmpty && <ChoiceRow label="What is shown" choices={kinds} chosen={kind} onChoose={setKind} />}
    >
      <EndlessGrid
        label="What you saved"
        items={all?.filter((thing) => kind === "all" || thing.kind === kind)}
        keyOf={(thing) => `${thing.kind}/${thing.id}`}
        card={(thing) => <SavedCard thing={thing} />}
        empty={isEmpty ? <NothingSaved /> : <p className="py-16 text-center text-soft">We couldn't find any items.</p>}
        failure={error && describeFailure(error)}
        onRetry={() => void refetch()}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoadingMore={isFetchingNextPage}
      />
    </Page>
  );
}

function SavedCard({ thing }: { thing: SavedThing }) {
  const theme = useTheme();
  const { kind, id, title, author, savedAt } = thing;
  return (
    <ThingCard
      to={thingPath(kind, id)}
      title={title || thingWords[kind].one}
      thumbnailUrl={thumbnailOf(thing, theme)}
      note={
        <>
          <span>{thingWords[kind].one}</span>
          {author?.username && <span>by {author.username}</span>}
          <span>saved {formatAgo(savedAt)}</span>
        </>
      }
      action={
        <IconButton
          label={`Remove ${title} from what you saved`}
          className="-my-1.5"
          onClick={() => void remove(thing)}
        >
          <BookmarkX aria-hidden className="size-4" />
        </IconButton>
      }
    />
  );
}

async function remove({ kind, id, title }: SavedThing): Promise<void> {
  try {
    await setSaved(kind, id, false);
    void notify({
      title: `“${title}” is no longer saved.`,
      actions: [{ label: "Undo", click: () => void setSaved(kind, id, true) }],
    });
  } catch (error) {
    void notify({ title: "Nothing was changed.", description: describeFailure(error), color: "red" });
  }
}

function NothingSaved() {
  return (
    <EmptyState
      title="Nothing saved yet"
      description="Save a chart, a board or a document from its page, and you find it here again, whoever made it."
      action={
        <ButtonLink to={paths.discover()} look="primary">
          Look around
        </ButtonLink>
      }
    />
  );
}

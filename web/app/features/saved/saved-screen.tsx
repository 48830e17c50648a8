import { useInfiniteQuery } from "@tanstack/react-query";
import { BookmarkX } from "lucide-react";
import { useState } from "react";
import { describeFailure } from "../../api/problem";
import { type SavedItem, savedListQuery, setSaved } from "../../api/saved-list";
import { useApiMutation } from "../../api/use-api-mutation";
import { ButtonLink, IconButton } from "../../ui/button";
import { ChoiceRow } from "../../ui/choice-row";
import { EndlessGrid } from "../../ui/endless-grid";
import { ItemCard } from "../../ui/item-card";
import { Page } from "../../ui/page";
import { EmptyState } from "../../ui/states";
import { formatAgo } from "../../util/format";
import { type ItemKind, itemNames, itemPath, thumbnailOf } from "../../util/items";
import { paths } from "../../util/page-paths";
import { useTheme } from "../../util/theme";
import { savedScreen as text } from "./strings";

type SavedFilter = "all" | ItemKind;

const kinds: readonly { id: SavedFilter; title: string }[] = [
  { id: "all", title: text.all },
  ...(["chart", "board", "portolan", "chat"] as const).map((id) => ({ id, title: itemNames[id].many })),
];

/** Saved items: the user's own and others'. */
export function SavedScreen() {
  const [kind, setKind] = useState<SavedFilter>("all");
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(savedListQuery());
  const all = data?.pages.flatMap((page) => page.items);
  const isEmpty = all?.length === 0;
  return (
    <Page
      title={text.saved}
      actions={!isEmpty && <ChoiceRow label={text.filterByType} choices={kinds} chosen={kind} onChoose={setKind} />}
    >
      <EndlessGrid
        label={text.savedItems}
        items={all?.filter((thing) => kind === "all" || thing.kind === kind)}
        keyOf={(thing) => `${thing.kind}/${thing.id}`}
        card={(thing) => <SavedCard thing={thing} />}
        empty={isEmpty ? <NothingSaved /> : <p className="py-16 text-center text-soft">{text.noItems}</p>}
        failure={error && describeFailure(error)}
        onRetry={() => void refetch()}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoadingMore={isFetchingNextPage}
      />
    </Page>
  );
}

function SavedCard({ thing }: { thing: SavedItem }) {
  const theme = useTheme();
  const { kind, id, title, author, savedAt } = thing;
  const save = useApiMutation({ run: () => setSaved(kind, id, true), failed: text.couldntUpdateSavedItems });
  const remove = useApiMutation({
    run: () => setSaved(kind, id, false),
    success: {
      title: text.removedFromSavedItems(title),
      actions: [{ label: text.undo, click: () => save.run() }],
    },
    failed: text.couldntUpdateSavedItems,
  });
  return (
    <ItemCard
      to={itemPath(kind, id)}
      title={title || itemNames[kind].one}
      thumbnailUrl={thumbnailOf(thing, theme)}
      note={
        <>
          <span>{itemNames[kind].one}</span>
          {author?.username && <span>{text.by(author.username)}</span>}
          <span>{text.savedAgo(formatAgo(savedAt))}</span>
        </>
      }
      action={
        <IconButton label={text.removeFromSavedItems(title)} className="-my-1.5" onClick={() => remove.run()}>
          <BookmarkX aria-hidden className="size-4" />
        </IconButton>
      }
    />
  );
}

function NothingSaved() {
  return (
    <EmptyState
      title={text.nothingSavedYet}
      description={text.description}
      action={
        <ButtonLink to={paths.discover()} look="primary">
          {text.exploreDiscover}
        </ButtonLink>
      }
    />
  );
}

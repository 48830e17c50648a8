import { useInfiniteQuery } from "@tanstack/react-query";
import { type SavedKind, savedListQuery, setSaved } from "../../api/saved-list";
import { useApiMutation } from "../../api/use-api-mutation";
import { useSaved as text } from "./strings";

const most = 200;

/** Returns whether an item is among the user's bookmarks, and a function that changes it. */
export function useSaved(kind: SavedKind, id: string) {
  const { data } = useInfiniteQuery(savedListQuery(most));
  const known = data?.pages.some(({ items }) => items.some((item) => item.kind === kind && item.id === id)) ?? false;
  const change = useApiMutation({
    run: (isWanted: boolean) => setSaved(kind, id, isWanted),
    failed: text.couldntUpdateTheBookmark,
  });
  const isSaved = change.pending ?? known;
  return { isSaved, toggle: () => change.run(!isSaved), isPending: change.isPending };
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../api/problem";
import { type SavedKind, savedListQuery, setSaved } from "../../api/saved-list";
import { notify } from "../../ui/toast";
import { useSaved as text } from "./strings";

const most = 200;

/** Whether something is among the person's bookmarks, and what changes that. */
export function useSaved(kind: SavedKind, id: string) {
  const { data } = useInfiniteQuery(savedListQuery(most));
  const [wanted, setWanted] = useState<boolean | null>(null);
  const known = data?.pages.some(({ items }) => items.some((item) => item.kind === kind && item.id === id)) ?? false;
  const isSaved = wanted ?? known;
  async function toggle() {
    setWanted(!isSaved);
    try {
      await setSaved(kind, id, !isSaved);
    } catch (error) {
      void notify({ title: text.couldntUpdateTheBookmark, description: describeFailure(error), color: "red" });
    } finally {
      setWanted(null);
    }
  }
  return { isSaved, toggle, isPending: wanted !== null };
}

import { paths } from "./page-paths";
import { apiPaths } from "./paths";
import { itemKinds as text } from "./strings";

/** Kinds of items that users create and save. */
export type ItemKind = "chart" | "board" | "portolan" | "chat";

export const itemNames: Record<ItemKind, { one: string; many: string }> = {
  chart: { one: text.chart, many: text.charts },
  board: { one: text.board, many: text.boards },
  portolan: { one: text.document, many: text.documents },
  chat: { one: "Chat", many: text.chats },
};

/** Returns the page of an item. */
export function itemPath(kind: ItemKind, id: string): string {
  switch (kind) {
    case "chart":
      return paths.chart(id);
    case "board":
      return paths.board(id);
    case "portolan":
      return paths.portolan(id);
    case "chat":
      return paths.chat(id);
  }
}

/** A picture in the theme that is shown: charts and boards are drawn for both, of others there is one picture or none. */
export function thumbnailOf(
  { kind, id, thumbnailUrl }: { kind: ItemKind; id: string; thumbnailUrl?: string | null | undefined },
  theme: "light" | "dark",
): string | null {
  if (kind === "chart") return apiPaths.chartThumbnail(id, { theme });
  if (kind === "board") return apiPaths.boardPicture(id, theme);
  // Only pictures of this site: a page shows nothing that another one would be asked for.
  return thumbnailUrl?.startsWith("/") && !thumbnailUrl.startsWith("//") ? thumbnailUrl : null;
}

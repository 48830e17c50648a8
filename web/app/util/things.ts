import { paths } from "./page-paths";
import { apiPaths } from "./paths";

/** What people make and keep here. */
export type ThingKind = "chart" | "board" | "portolan" | "chat";

export const thingWords: Record<ThingKind, { one: string; many: string }> = {
  chart: { one: "Chart", many: "Charts" },
  board: { one: "Board", many: "Boards" },
  portolan: { one: "Document", many: "Documents" },
  chat: { one: "Chat", many: "Chats" },
};

/** The page of a thing. */
export function thingPath(kind: ThingKind, id: string): string {
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
  { kind, id, thumbnailUrl }: { kind: ThingKind; id: string; thumbnailUrl?: string | null | undefined },
  theme: "light" | "dark",
): string | null {
  if (kind === "chart") return apiPaths.chartThumbnail(id, { theme });
  if (kind === "board") return apiPaths.boardPicture(id, theme);
  // Only pictures of this site: a page shows nothing that another one would be asked for.
  return thumbnailUrl?.startsWith("/") && !thumbnailUrl.startsWith("//") ? thumbnailUrl : null;
}

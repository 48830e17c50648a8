/** A chart that is lower shows no shape. */
const LOWEST_PX = 240;
/** The line below a picture with its source, and the space around the picture. */
const BELOW_PX = 45;
const AROUND_PX = 24;

/**
 * Returns the height that a picture may have so that it is seen together with the question above it, its title and the line
 * below it.
 */
export function roomInTurn(picture: HTMLElement): number {
  const turn = picture.closest<HTMLElement>(".chat-turn");
  const title = picture.closest("figure")?.querySelector("figcaption");
  const composer = document.querySelector<HTMLElement>("[data-docked]");
  const anchor = turn ? Number.parseFloat(getComputedStyle(turn).scrollMarginTop) || 0 : 0;
  const screen = window.innerHeight - (composer?.offsetHeight ?? 0) - anchor;
  const below = screen - (title?.offsetHeight ?? 0) - BELOW_PX - AROUND_PX;
  const above = turn && title ? title.getBoundingClientRect().top - turn.getBoundingClientRect().top : 0;
  // A chart far below its question has a screen of its own.
  const room = below - above < LOWEST_PX ? below : below - above;
  return Math.max(LOWEST_PX, Math.floor(room));
}

/** Loads code that is likely to be needed. A failure is left to the import that needs the code. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

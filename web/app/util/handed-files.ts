/** Files that one page leaves for the next: they can't be stored, and the page that takes them is another one. */
let handed: readonly File[] = [];

export function handFiles(files: readonly File[]): void {
  handed = files;
}

/** Returns the files that were handed over, once. */
export function takeFiles(): readonly File[] {
  const files = handed;
  handed = [];
  return files;
}

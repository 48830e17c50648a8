/** Privacy signals of a browser; not all browsers send them. */
interface Wishes {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** Whether the reader's browser asks not to be followed. */
export function asksNotToBeTracked({ doNotTrack, globalPrivacyControl }: Wishes): boolean {
  return doNotTrack === "1" || doNotTrack === "yes" || globalPrivacyControl === true;
}

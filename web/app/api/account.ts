import { apiPaths } from "../util/paths";
import { randomId } from "../util/random-id";
import { loadAuthClient } from "./auth";
import { fetchFile } from "./files";
import * as api from "./operations";
import { changeProfile, type Profile } from "./profile";
import { readSession } from "./session";

/** Everything of the person's goes, at once and for good. `confirm` is a name that they are known by; "delete" for a guest. */
export function deleteAccount(confirm: string): Promise<void> {
  return api.deleteAccount({ confirm });
}

export interface ExportCalls {
  /** Told the bytes that have come; no one knows how many there will be. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Everything of the person's as a zip. Throws ApiProblem for a refusal, NetworkFailure where the answer was cut, and the
 * signal's reason when it was cancelled.
 */
export function fetchExport(calls: ExportCalls): Promise<Blob> {
  return fetchFile(apiPaths.userExport(), "application/zip", calls);
}

const avatars = "avatars";

/** Stores a picture and shows it as the person's, in place of `before`. Each has a name of its own, so that no old one is shown. */
export async function uploadAvatar(picture: Blob, before: Profile["avatarUrl"]): Promise<void> {
  const bucket = await avatarBucket();
  const ending = picture.type === "image/webp" ? "webp" : "png";
  const path = `${readSession()?.userId ?? ""}/avatar-${randomId()}.${ending}`;
  const { error } = await bucket.upload(path, picture, {
    cacheControl: "3600",
    contentType: picture.type,
    upsert: false,
  });
  if (error) throw error;
  await changeProfile({ avatarUrl: pathOnThisSite(bucket.getPublicUrl(path).data.publicUrl) });
  await forget(before);
}

export async function removeAvatar(before: Profile["avatarUrl"]): Promise<void> {
  await changeProfile({ avatarUrl: null });
  await forget(before);
}

/** Deletes the previous picture if it's stored here. A failed deletion doesn't fail the change. */
async function forget(before: Profile["avatarUrl"]): Promise<void> {
  const path = before?.split(`/object/public/${avatars}/`)[1];
  if (path) await (await avatarBucket()).remove([decodeURIComponent(path)]);
}

async function avatarBucket() {
  return (await loadAuthClient()).storage.from(avatars);
}

/** Addresses of this site without its name: the server may have several. */
function pathOnThisSite(address: string): string {
  const url = new URL(address, location.origin);
  return url.origin === location.origin ? url.pathname : url.href;
}

import { apiPaths } from "../util/paths";
import { randomId } from "../util/random-id";
import { loadAuthClient } from "./auth";
import { fetchFile } from "./files";
import * as api from "./operations";
import { changeProfile, type Profile } from "./profile";
import { readSession } from "./session";

/** Deletes the account and all its data immediately. `confirm` is the user's name or email; "delete" for a guest. */
export function deleteAccount(confirm: string): Promise<void> {
  return api.deleteAccount({ confirm });
}

export interface ExportCalls {
  /** Called with the bytes received; the total is unknown. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Everything of the user's as a zip. Throws ApiProblem for a refusal, NetworkFailure where the answer was cut, and the
 * signal's reason when it was cancelled.
 */
export function fetchExport(calls: ExportCalls): Promise<Blob> {
  return fetchFile(apiPaths.userExport(), "application/zip", calls);
}

const avatars = "avatars";

/** Stores a picture and shows it as the user's, in place of `before`. Each has a name of its own, so that no old one is shown. */
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

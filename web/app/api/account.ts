import { apiPaths } from "../util/paths";
import { loadAuthClient } from "./auth";
import { fetchConfig } from "./config";
import { changeProfile } from "./profile";
import { request } from "./request";
import { readSession } from "./session";

/** Everything of the person's goes, at once and for good. `confirm` is their user name or their address. */
export function deleteAccount(confirm: string): Promise<void> {
  return request(apiPaths.user(), { method: "DELETE", body: { confirm } });
}

/** Whether pictures of people can be stored here. */
export async function storesAvatars(): Promise<boolean> {
  return Boolean((await fetchConfig()).storage);
}

/** Stores a picture and shows it as the person's. Each has a name of its own, so that no old one is shown. */
export async function uploadAvatar(picture: Blob): Promise<void> {
  const { storage } = await loadAuthClient();
  const bucket = storage.from("avatars");
  const path = `${readSession()?.userId ?? ""}/${Date.now()}.webp`;
  const { error } = await bucket.upload(path, picture, {
    cacheControl: "3600",
    contentType: picture.type,
    upsert: false,
  });
  if (error) throw error;
  const { publicUrl } = bucket.getPublicUrl(path).data;
  await changeProfile({ avatarUrl: pathOnThisSite(publicUrl) });
}

export async function removeAvatar(): Promise<void> {
  await changeProfile({ avatarUrl: null });
}

/** Addresses of this site without its name: the server may have several. */
function pathOnThisSite(address: string): string {
  const url = new URL(address, location.origin);
  return url.origin === location.origin ? url.pathname : url.href;
}

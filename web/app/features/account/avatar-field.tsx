import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { removeAvatar, storesAvatars, uploadAvatar } from "../../api/account";
import { describeFailure } from "../../api/problem";
import type { Profile } from "../../api/profile";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";

const AvatarCrop = lazy(async () => ({ default: (await import("./avatar-crop")).AvatarCrop }));

/** The person's picture; it can be changed where the server stores files. */
export function AvatarField({ profile: { fullName, username, avatarUrl } }: { profile: Profile }) {
  const { data: canStore = false } = useQuery({
    queryKey: ["stores-avatars"],
    queryFn: storesAvatars,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  if (!canStore && !avatarUrl) return null;
  return (
    <div className="mb-6 flex items-center gap-4">
      <Avatar name={fullName || username || ""} url={avatarUrl} className="size-16 [--avatar-text:1.125rem]" />
      {canStore && (
        <>
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-label="Choose a picture"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              event.target.value = "";
            }}
          />
          <Button size="small" onClick={() => input.current?.click()}>
            {avatarUrl ? "Change the picture" : "Add a picture"}
          </Button>
        </>
      )}
      {avatarUrl && (
        <Button size="small" look="quiet" onClick={() => void remove()}>
          Remove
        </Button>
      )}
      {file && (
        <Suspense fallback={null}>
          <AvatarCrop file={file} onCropped={store} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </div>
  );
}

async function store(picture: Blob): Promise<string | undefined> {
  try {
    await uploadAvatar(picture);
    return undefined;
  } catch (error) {
    return error instanceof Error && error.name.startsWith("Storage") ? error.message : describeFailure(error);
  }
}

async function remove(): Promise<void> {
  try {
    await removeAvatar();
  } catch (error) {
    void notify({ title: "The picture stayed.", description: describeFailure(error), color: "red" });
  }
}

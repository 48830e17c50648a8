import { lazy, Suspense, useRef, useState } from "react";
import { removeAvatar, uploadAvatar } from "../../api/account";
import { describeFailure } from "../../api/problem";
import type { Profile } from "../../api/profile";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";
import { avatarField as text } from "./strings";

const AvatarCrop = lazy(async () => ({ default: (await import("./avatar-crop")).AvatarCrop }));

/** The person's picture: chosen from a file and cropped, or taken away. */
export function AvatarField({ profile: { fullName, username, avatarUrl } }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isRemoving, setRemoving] = useState(false);

  async function store(picture: Blob): Promise<string | undefined> {
    try {
      await uploadAvatar(picture, avatarUrl);
      void notify({ title: text.pictureUpdated, color: "green" });
      return undefined;
    } catch (error) {
      return sentenceOf(error);
    }
  }

  async function remove() {
    setRemoving(true);
    try {
      await removeAvatar(avatarUrl);
    } catch (error) {
      void notify({ title: text.couldntUpdateYourPicture, description: sentenceOf(error), color: "red" });
    } finally {
      setRemoving(false);
    }
  }

  return (
    <div className="mb-6 flex items-center gap-4">
      <Avatar name={fullName || username || ""} url={avatarUrl} className="size-16 [--avatar-text:1.125rem]" />
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={text.chooseAPicture}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null);
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => input.current?.click()}>
          {avatarUrl ? text.changePicture : text.addPicture}
        </Button>
        {avatarUrl && (
          <Button size="small" look="quiet" isPending={isRemoving} onClick={() => void remove()}>
            {text.remove}
          </Button>
        )}
      </div>
      {file && (
        <Suspense fallback={null}>
          <AvatarCrop file={file} onCropped={store} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** The storage's own words, where they are: they name the limit that a picture broke. */
function sentenceOf(error: unknown): string {
  return error instanceof Error && error.name.startsWith("Storage") ? error.message : describeFailure(error);
}

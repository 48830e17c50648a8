import { lazy, Suspense, useRef, useState } from "react";
import { removeAvatar, uploadAvatar } from "../../api/account";
import type { Profile } from "../../api/profile";
import { useApiMutation } from "../../api/use-api-mutation";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";
import { avatarField as text } from "./strings";

const AvatarCrop = lazy(async () => ({ default: (await import("./avatar-crop")).AvatarCrop }));

/** The user's picture: selected from a file and cropped, or removed. */
export function AvatarField({ profile: { fullName, username, avatarUrl } }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const remove = useApiMutation({
    run: () => removeAvatar(avatarUrl),
    failed: text.couldntUpdateYourPicture,
  });

  async function store(picture: Blob): Promise<void> {
    await uploadAvatar(picture, avatarUrl);
    void notify({ title: text.pictureUpdated, color: "green" });
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
          <Button size="small" look="quiet" isPending={remove.isPending} onClick={() => remove.run()}>
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

import { useState } from "react";
import { classNames } from "../util/class-names";
import { RhumbLines } from "./rhumb-lines";

/**
 * A drawn chart or board, small. `url` answers with a picture in the theme that is shown; where none comes, the lines stay.
 * Of a picture that is higher than its place the top is shown, large enough to read.
 */
export function Thumbnail({ url, className }: { url: string | null; className?: string }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <div
      className={classNames(
        "relative isolate flex aspect-[16/10] items-center-safe justify-center overflow-hidden",
        className,
      )}
    >
      <RhumbLines className="-z-10 inset-0 m-auto w-full opacity-60" />
      {url !== null && failedUrl !== url && (
        <img
          // The picture of another theme must not stay while this one is drawn.
          key={url}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailedUrl(url)}
          className="min-h-full w-full shrink-0 bg-raised object-contain p-1.5"
        />
      )}
    </div>
  );
}

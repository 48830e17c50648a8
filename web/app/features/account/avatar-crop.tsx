import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { type CropPlace, cropOf, moved, startingPlace } from "./crop";
import { avatarCrop as text } from "./strings";

/** Points of the square that is looked through, and pixels of what is stored. */
const viewSide = 256;
const storedSide = 512;
const keyStep = 8;

export interface AvatarCropProps {
  file: File;
  /** Stores the chosen square; rejects where that failed. */
  onCropped: (picture: Blob) => Promise<void>;
  onClose: () => void;
}

/** A square of a picture: moved with the pointer or the arrow keys, enlarged with a slider. */
export function AvatarCrop({ file, onCropped, onClose }: AvatarCropProps) {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [place, setPlace] = useState<CropPlace>({ x: 0, y: 0, zoom: 1 });
  const drag = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    const loading = new Image();
    loading.onload = () => {
      setImage(loading);
      setPlace(startingPlace);
    };
    loading.onerror = () => setUnreadable(true);
    loading.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);

  const size = image && { width: image.naturalWidth, height: image.naturalHeight };
  const crop = size && cropOf(size, place);

  function move(dx: number, dy: number) {
    if (size) setPlace((current) => moved(size, current, dx / viewSide, dy / viewSide));
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [keyStep, 0],
      ArrowRight: [-keyStep, 0],
      ArrowUp: [0, keyStep],
      ArrowDown: [0, -keyStep],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  }

  function onPointerMove(event: PointerEvent) {
    if (drag.current === null) return;
    move(event.clientX - drag.current.x, event.clientY - drag.current.y);
    drag.current = { x: event.clientX, y: event.clientY };
  }

  const store = useApiMutation({
    run: async (square: { image: HTMLImageElement; crop: NonNullable<typeof crop> }) =>
      onCropped(await drawn(square.image, square.crop)),
    onDone: onClose,
  });

  return (
    <Dialog isOpen onClose={onClose} title={text.cropYourPicture} description={text.description}>
      <div className="flex flex-col items-center gap-5 px-6 pt-5 pb-6">
        <div
          role="application"
          aria-label={text.cropAreaUseTheArrow}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what the pointer drags
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            drag.current = null;
          }}
          className="relative size-64 cursor-grab touch-none overflow-hidden rounded-full bg-surface ring-1 ring-line active:cursor-grabbing"
        >
          {image && size && crop && (
            <img
              src={image.src}
              alt=""
              draggable={false}
              className="pointer-events-none absolute max-w-none"
              style={{
                width: (size.width / crop.side) * viewSide,
                left: (-crop.left / crop.side) * viewSide,
                top: (-crop.top / crop.side) * viewSide,
              }}
            />
          )}
        </div>
        <label className="flex w-64 items-center gap-3 text-sm">
          {text.zoom}
          <input
            type="range"
            min={1}
            max={4}
            step={0.05}
            value={place.zoom}
            onChange={(event) =>
              size && setPlace((current) => moved(size, { ...current, zoom: Number(event.target.value) }, 0, 0))
            }
            className="flex-1 accent-[var(--accent)]"
          />
        </label>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {isUnreadable ? text.couldntReadThisImageChoose : store.failure}
        </p>
        <div className="flex gap-2 self-end">
          <Button look="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            look="primary"
            disabled={!crop}
            isPending={store.isPending}
            onClick={() => image && crop && store.run({ image, crop })}
          >
            {text.savePicture}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function drawn(
  image: HTMLImageElement,
  { left, top, side }: { left: number; top: number; side: number },
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = storedSide;
  canvas.height = storedSide;
  canvas.getContext("2d")?.drawImage(image, left, top, side, side, 0, 0, storedSide, storedSide);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("the picture could not be drawn")));
    canvas.toBlob(take, "image/webp", 0.9);
  });
}

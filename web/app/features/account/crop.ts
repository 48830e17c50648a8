/** Center of a square as shares of its free space (−1 to 1), and its zoom. */
export interface CropPlace {
  x: number;
  y: number;
  /** 1 is the largest square that fits. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const startingPlace: CropPlace = { x: 0, y: 0, zoom: 1 };

/** The square in pixels of the picture; it never leaves the picture. */
export function cropOf(
  { width, height }: Size,
  { x, y, zoom }: CropPlace,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.max(zoom, 1);
  const [roomX, roomY] = [(width - side) / 2, (height - side) / 2];
  return { left: roomX + clamp(x) * roomX, top: roomY + clamp(y) * roomY, side };
}

/** The place after the picture was dragged by a share of the square's side: the square goes the other way. */
export function moved(size: Size, place: CropPlace, dx: number, dy: number): CropPlace {
  const { side } = cropOf(size, place);
  const shift = (from: number, by: number, length: number) => {
    const room = (length - side) / 2;
    return room === 0 ? 0 : clamp(from - (by * side) / room);
  };
  return { ...place, x: shift(place.x, dx, size.width), y: shift(place.y, dy, size.height) };
}

function clamp(share: number): number {
  return Math.min(1, Math.max(-1, share));
}

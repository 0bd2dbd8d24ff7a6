// The square of a picture that becomes a portrait. Pure geometry, and the one drawing of it.

export type Crop = {
  /** 1 shows the shorter side whole. */
  zoom: number
  /** The middle of the frame, as shares of the picture. */
  x: number
  y: number
}

type Size = { width: number; height: number }

/** The frame's square in the picture's own pixels; it never leaves the picture. */
export function frameOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom
  const left = Math.min(Math.max(x * width - side / 2, 0), width - side)
  const top = Math.min(Math.max(y * height - side / 2, 0), height - side)
  return { left, top, side }
}

/** Moved by shares of the frame, kept inside the picture. */
export function moved(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { side } = frameOf(size, crop)
  const next = {
    ...crop,
    x: crop.x + (dx * side) / size.width,
    y: crop.y + (dy * side) / size.height,
  }
  const kept = frameOf(size, next)
  return {
    ...next,
    x: (kept.left + side / 2) / size.width,
    y: (kept.top + side / 2) / size.height,
  }
}

const portrait = 512

export function portraitOf(picture: HTMLImageElement, crop: Crop): Promise<Blob | null> {
  const { left, top, side } = frameOf(
    { width: picture.naturalWidth, height: picture.naturalHeight },
    crop,
  )
  const canvas = document.createElement('canvas')
  canvas.width = portrait
  canvas.height = portrait
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, portrait, portrait)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}

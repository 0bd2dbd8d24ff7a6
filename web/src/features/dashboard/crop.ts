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
export function cropFrame({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom
  const left = Math.min(Math.max(x * width - side / 2, 0), width - side)
  const top = Math.min(Math.max(y * height - side / 2, 0), height - side)
  return { left, top, side }
}

/** Moved by shares of the frame, kept inside the picture. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { side } = cropFrame(size, crop)
  const next = {
    ...crop,
    x: crop.x + (dx * side) / size.width,
    y: crop.y + (dy * side) / size.height,
  }
  const frame = cropFrame(size, next)
  return {
    ...next,
    x: (frame.left + side / 2) / size.width,
    y: (frame.top + side / 2) / size.height,
  }
}

const portraitSize = 512

export function drawPortrait(picture: HTMLImageElement, crop: Crop): Promise<Blob | null> {
  const { left, top, side } = cropFrame(
    { width: picture.naturalWidth, height: picture.naturalHeight },
    crop,
  )
  const canvas = document.createElement('canvas')
  canvas.width = portraitSize
  canvas.height = portraitSize
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, portraitSize, portraitSize)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}

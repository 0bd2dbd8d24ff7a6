// Crops a picture to a square avatar: the geometry (pure functions), and drawing the result.

export type Crop = {
  /** At 1, the side of the frame is the shorter side of the picture; at 2, half of it. */
  zoom: number
  /** The centre of the frame, as fractions of the width and height of the picture. */
  x: number
  y: number
}

type Size = { width: number; height: number }

/** The square frame in pixels of the picture, kept inside the picture. */
export function computeCropFrame({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom
  const left = Math.min(Math.max(x * width - side / 2, 0), width - side)
  const top = Math.min(Math.max(y * height - side / 2, 0), height - side)
  return { left, top, side }
}

/** Moves the crop by fractions of the frame, and keeps it inside the picture. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { side } = computeCropFrame(size, crop)
  const next = {
    ...crop,
    x: crop.x + (dx * side) / size.width,
    y: crop.y + (dy * side) / size.height,
  }
  const frame = computeCropFrame(size, next)
  return {
    ...next,
    x: (frame.left + side / 2) / size.width,
    y: (frame.top + side / 2) / size.height,
  }
}

const avatarSize = 512

/** Draws the cropped square as a JPEG. Returns null if the browser cannot encode it. */
export function drawAvatar(picture: HTMLImageElement, crop: Crop): Promise<Blob | null> {
  const { left, top, side } = computeCropFrame(
    { width: picture.naturalWidth, height: picture.naturalHeight },
    crop,
  )
  const canvas = document.createElement('canvas')
  canvas.width = avatarSize
  canvas.height = avatarSize
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG has no transparency; without a background it would be black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, avatarSize, avatarSize)
  context.drawImage(picture, left, top, side, side, 0, 0, avatarSize, avatarSize)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}

/** In ms. Safari reads an object URL some time after the click, so it is revoked much later. */
const revokeDelay = 60_000

/** Saves the content as a file in the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  saveObjectUrl(name, URL.createObjectURL(content))
}

/** Like `saveFile`, for a file with an object URL. The URL is revoked later. */
export function saveObjectUrl(name: string, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeDelay)
}

/** File types that the server accepts for a profile picture and for a document; checked before an upload. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
export const documentTypes: readonly string[] = ['application/pdf', ...pictureTypes, 'image/avif']

const maxFileSize = 5 * 1024 * 1024

export const isTooLarge = (file: File) => file.size > maxFileSize

export function createFileBody(file: Blob, name?: string): FormData {
  const body = new FormData()
  body.append('file', file, name)
  return body
}

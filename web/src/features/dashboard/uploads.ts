/** What the server takes, said before the file is sent. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
export const paperTypes: readonly string[] = ['application/pdf', ...pictureTypes]

const largest = 5 * 1024 * 1024

export const fileTooLarge = (file: File) => file.size > largest

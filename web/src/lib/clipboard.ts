/**
 * Copies the text and returns whether it succeeded. A page without https has no clipboard, and a
 * browser may refuse.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

// Lets React work on a page that the browser translates. A translation replaces texts by <font>
// elements, or wraps them. React still holds the texts, and removing one, or inserting before one,
// throws NotFoundError (https://github.com/facebook/react/issues/11538). Here such a call is
// redirected to the <font> element. React hydrates only the HTML that the server sent, so a part gets
// its texts back before its hydration, and keeps them until it is hydrated.

const standIns = new WeakMap<Node, Element>()
const originals = new WeakMap<Element, Text>()
/** Parts that are being hydrated. A translation that comes meanwhile is undone at once. */
const heldParts = new Set<Element>()
/** A part that is never hydrated, after an error, is translated again after this time (ms). */
const longestHold = 10_000

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/** The child of `parent` that replaced or wraps a node which is no longer its child. */
function findStandIn(parent: Node, node: Node): Element | null {
  const replacement = standIns.get(node)
  if (replacement?.parentNode === parent) return replacement
  let ancestor: Node | null = node.parentNode
  while (isFont(ancestor)) {
    if (ancestor.parentNode === parent) return ancestor
    ancestor = ancestor.parentNode
  }
  return null
}

/**
 * Remembers which <font> replaced which text. A text that React changes later comes back and is
 * translated again.
 */
function rememberReplaced(record: MutationRecord) {
  const font = [...record.addedNodes, record.previousSibling, record.nextSibling].find(isFont)
  // A <font> with a known text is not part of this change: React removed the text beside it.
  if (!isFont(font) || originals.has(font)) return
  for (const text of record.removedNodes) {
    if (!(text instanceof Text)) continue
    standIns.set(text, font)
    originals.set(font, text)
    changedTexts.observe(text, { characterData: true })
  }
}

const changedTexts = new MutationObserver((records) => {
  for (const { target } of records) {
    const font = standIns.get(target)
    if (font?.isConnected && !target.parentNode) font.replaceWith(target)
  }
})

const replacements = new MutationObserver((records) => {
  records.forEach(rememberReplaced)
  heldParts.forEach(restoreTexts)
})

/** Puts the original texts back. */
function restoreTexts(root: Element) {
  for (const font of root.querySelectorAll('font')) {
    if (isFont(font.parentNode) || !font.isConnected) continue
    const original = originals.get(font)
    if (original && (!original.parentNode || font.contains(original))) font.replaceWith(original)
    else if (!original && font.textContent) font.replaceWith(font.textContent)
  }
}

/** Whether a part still waits for its hydration (platform/hydration.ts). */
function isWaiting(part: Element) {
  return globalThis.partsToHydrate?.has(part.id)
}

function releaseHydrated() {
  for (const part of heldParts) if (!isWaiting(part)) heldParts.delete(part)
}

/** Restores the texts of a part of the page, and holds them until its hydration. */
export default function holdTexts(part: Element) {
  surviveTranslation()
  replacements.takeRecords().forEach(rememberReplaced)
  heldParts.add(part)
  restoreTexts(part)
  setTimeout(() => heldParts.delete(part), longestHold)
}

let stop: (() => void) | undefined

/** Makes DOM calls work on a translated page until the returned function is called. */
export function surviveTranslation(): () => void {
  if (stop) return stop
  const { removeChild, insertBefore } = Node.prototype
  // The boot script has recorded these since the page was hydrated. Before that it undoes a translation.
  globalThis.translatedTexts?.forEach(rememberReplaced)
  globalThis.translatedTexts?.stop()
  replacements.observe(document, { childList: true, subtree: true })
  addEventListener('hydrated', releaseHydrated)
  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child) {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const standIn = findStandIn(this, child)
    // Without a <font> the text is already removed, as React wants it.
    if (standIn) removeChild.call(this, standIn)
    return child
  }
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    node: Child,
    next: Node | null,
  ) {
    const before = next && next.parentNode !== this ? findStandIn(this, next) : next
    return insertBefore.call(this, node, before) as Child
  }
  stop = () => {
    replacements.disconnect()
    removeEventListener('hydrated', releaseHydrated)
    stop = undefined
    Object.assign(Node.prototype, { removeChild, insertBefore })
  }
  return stop
}

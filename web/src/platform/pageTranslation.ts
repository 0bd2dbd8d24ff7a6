// Lets React work on a page that the browser translates. A translation replaces texts by <font>
// elements, or wraps them. React still holds the texts, and removing one, or inserting before one,
// throws NotFoundError (https://github.com/facebook/react/issues/11538). Here such a call is
// redirected to the <font> element.

import { beforeHydration } from './hydration.ts'

const standIns = new WeakMap<Node, Element>()
const originals = new WeakMap<Element, Text>()

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/** The child of `parent` that replaced or wraps a node which is no longer its child. */
function findStandIn(parent: Node, node: Node): Element | null {
  const replacement = standIns.get(node)
  if (replacement?.parentNode === parent) return replacement
  let around: Node | null = node.parentNode
  while (isFont(around)) {
    if (around.parentNode === parent) return around
    around = around.parentNode
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

/** Restores the original texts, because React hydrates only the HTML that the server sent. */
function restoreTexts(root: Element) {
  for (const font of root.querySelectorAll('font')) {
    if (isFont(font.parentNode) || !font.isConnected) continue
    const original = originals.get(font)
    if (original && (!original.parentNode || font.contains(original))) font.replaceWith(original)
    else if (!original && font.textContent) font.replaceWith(font.textContent)
  }
}

/** Makes DOM calls work on a translated page until the returned function is called. */
export function surviveTranslation(): () => void {
  const { removeChild, insertBefore } = Node.prototype
  const replacements = new MutationObserver((records) => records.forEach(rememberReplaced))
  replacements.observe(document, { childList: true, subtree: true })
  beforeHydration.run = restoreTexts
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
  return () => {
    replacements.disconnect()
    delete beforeHydration.run
    Object.assign(Node.prototype, { removeChild, insertBefore })
  }
}

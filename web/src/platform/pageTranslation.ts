// Lets React work on a page that the browser translates. A translation puts <font> elements in the place of texts or
// around them. React still holds the texts, and removing one, or inserting before one, throws NotFoundError
// (https://github.com/facebook/react/issues/11538). Here such a call goes to the <font> that stands for the text.

import { beforeHydration } from './hydration.ts'

const standIns = new WeakMap<Node, Element>()
const originals = new WeakMap<Element, Text>()

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/** The child of `parent` that stands for a node which is no child of it any more. */
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

/** Remembers which <font> replaced which text. A text that React changes later comes back, to be translated anew. */
function rememberReplaced(record: MutationRecord) {
  const font = [...record.addedNodes, record.previousSibling, record.nextSibling].find(isFont)
  // One that stands for a text already has nothing to do with this change: React removed the text beside it.
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

/** Puts the original texts back, since React hydrates only what the server sent. */
function restoreTexts(root: Element) {
  for (const font of root.querySelectorAll('font')) {
    if (isFont(font.parentNode) || !font.isConnected) continue
    const original = originals.get(font)
    if (original && (!original.parentNode || font.contains(original))) font.replaceWith(original)
    else if (!original && font.textContent) font.replaceWith(font.textContent)
  }
}

/** From now on a translation of the page breaks nothing, until the returned function is called. */
export function surviveTranslation(): () => void {
  const { removeChild, insertBefore } = Node.prototype
  const replacements = new MutationObserver((records) => records.forEach(rememberReplaced))
  replacements.observe(document, { childList: true, subtree: true })
  beforeHydration.run = restoreTexts
  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child) {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const standIn = findStandIn(this, child)
    // Without one the text is gone already, as React wants it.
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

// The commands of the palette in their groups.

import type { FoundRecord } from '../../api/wire/content.ts'
import { pages } from '../../shared/paths.ts'

/** `to` is a path, or `keysCommand`. */
export type PaletteCommand = { to: string; title: string; note?: string }

/** The command that shows all keys of the panel. */
export const keysCommand = '#keys'
export type PaletteKind = FoundRecord['kind'] | 'section'
export type PaletteGroup = {
  kind: PaletteKind
  /** The index of the group's first command among all commands. */
  firstIndex: number
  commands: PaletteCommand[]
}

const sectionOfKind: Record<FoundRecord['kind'], string> = {
  user: 'users',
  order: 'orders',
  car: 'cars',
  post: 'articles',
}
const kinds: readonly PaletteKind[] = ['section', 'user', 'order', 'car', 'post']

/** Normalizes a text for comparison: lower case, and 'е' for 'ё'. */
const foldText = (text: string) => text.trim().toLowerCase().replaceAll('ё', 'е')

/**
 * Sections whose name contains the typed text (all sections while nothing is typed), then the records
 * that the service found.
 */
export function groupCommands(
  sections: readonly PaletteCommand[],
  typed: string,
  found: readonly FoundRecord[],
): PaletteGroup[] {
  const named = sections.filter(({ title }) => foldText(title).includes(foldText(typed)))
  let firstIndex = 0
  const groups: PaletteGroup[] = []
  for (const kind of kinds) {
    const commands =
      kind === 'section' ? named : found.filter((item) => item.kind === kind).map(toCommand)
    if (commands.length > 0) groups.push({ kind, firstIndex, commands })
    firstIndex += commands.length
  }
  return groups
}

const toCommand = ({ kind, id, title, note }: FoundRecord): PaletteCommand => ({
  to: `${pages.adminSection(sectionOfKind[kind])}?item=${id}`,
  title,
  note,
})

// What a section of the panel is: where its records live, what its table shows, how they are found
// and which fields may be changed. The desk draws and runs any section described so.

import type { ComponentType, ReactNode } from 'react'
import { calls } from '../../app/paths.ts'
import type { Change, Tag } from './adminApi.ts'
import type { Values } from './values.ts'

export type Item = { id: string; version?: number }

export type Source = {
  list: string
  item?: (id: string) => string
  /** The names of the list and of the record in the answers, and of what tells records apart. */
  rows?: string
  one?: string
  key?: string
  /** The answer itself is the one record there is, and is written whole. */
  single?: string
  /** The record as its form shows it, and what the form changed as the service takes it. */
  opened?: (record: object) => object
  closed?: (changed: Record<string, unknown>, record: object) => Record<string, unknown>
  tags: readonly Tag[]
  /** Where the service makes the file of the list itself, and writes down who took it. */
  sheet?: string
}

export type Option = { value: string; label: string }

export type DeskColumn<Row> = {
  id: string
  title: string
  /** The plain value: what the CSV file holds, and what the cell shows unless it draws its own. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** The service's word for this order, without its sign. */
  sort?: string
  width?: string
  num?: boolean
  align?: 'right'
  /** Left out while a record is open beside the list. */
  minor?: boolean
}

/** What can be done with several chosen records at once. */
export type BulkDeed<Row> = {
  key: string
  label: (count: number) => string
  /** `reason` is what was answered to the question below. */
  change: (row: Row, reason: string) => Change
  /** Records it makes no sense for are passed over. */
  applies?: (row: Row) => boolean
  ask?: {
    title: (count: number) => string
    hint?: string
    confirm: string
    /** The deed wants a reason. */
    reason?: { label: string; hint: string }
  }
}

export type Filter = { name: string; label: string; options: readonly Option[] }

export type FieldKind =
  | 'text'
  | 'area'
  | 'number'
  | 'select'
  | 'check'
  | 'moment'
  | 'date'
  | 'words'
  | 'lines'
  | 'choices'
  | 'picture'
  | 'pictures'
  | 'colleague'
  | 'customer'

export type Field = {
  name: string
  label: string
  kind?: FieldKind
  options?: readonly Option[]
  hint?: string
  required?: boolean
  rows?: number
  /** Whether a word or two are enough room; a kind says so itself as a rule. */
  short?: boolean
  /** Only while a record is made, or only once it is there. */
  when?: 'create' | 'edit'
  /** What an emptied field means to the service; null unless said. */
  empty?: ''
  /** The record's name for it, where that is not the one it is sent under. */
  from?: string
}

export type Section<Row extends Item> = {
  /** Names the table. */
  title: string
  source: Source
  columns: readonly DeskColumn<Row>[]
  filters?: readonly Filter[]
  /** The name of the service's search parameter; there is no search without it. */
  search?: string
  /** The orders the service knows, its own first. */
  sorts?: readonly string[]
  fields?: readonly Field[]
  canCreate?: boolean
  canRemove?: boolean
  heading: (row: Row) => string
  /** Stands among the tools above the table. */
  Above?: ComponentType
  /** What is said of the open record above its fields. */
  Facts?: ComponentType<{ row: Row }>
  /** What can be done with it beyond its fields. */
  Tools?: ComponentType<{ row: Row }>
  /** What the typed values come to, beside the form; the open record then takes the whole width. */
  Beside?: ComponentType<{ values: Values; row: Row | null }>
  bulk?: readonly BulkDeed<Row>[]
  /** What to do about an empty list. */
  emptyHint?: string
}

export function contentSource(list: string, tags: readonly Tag[]): Source {
  return {
    list: calls.contentAdmin(list),
    item: (id) => calls.contentAdminItem(list, id),
    tags,
  }
}

export function optionsOf(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

export function wordOf(words: Readonly<Record<string, string>>, value: string | null): string {
  return value === null ? '' : (words[value] ?? value)
}

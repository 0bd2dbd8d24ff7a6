// The declaration of an admin section: the source of its records, columns, filters, sorts, form
// fields and actions. AdminList renders any section from such a declaration.

import type { ComponentType, ReactNode } from 'react'
import { calls } from '../../api/calls.ts'
import type { AnswerOf } from '../../api/routeTypes.ts'
import type { CsvColumn } from '../../shared/list/csv.ts'
import type { Option } from '../../ui/Select.tsx'
import type { Answer, Change, TagType } from './adminApi.ts'
import type { Values } from './record/formValues.ts'

export type Item = { id: string; version?: number }

/** Source of a section's records. `Row` is one record, `Listed` the same record in its list. */
export type Source<Row, Listed = Row> = {
  list: string
  item?: (id: string) => string
  tags: readonly TagType[]
  /** Returns the rows of a list response. */
  rows(answer: Answer): Listed[]
  /** Returns the record of a read or change response. */
  record?(answer: Answer): Row
  /** Converts a list row to a record, for a source without requests for one record. */
  listed?(row: Listed): Row
  /** The record exists once: it is read at the list's URL and saved with PUT. */
  isSingle?: boolean
  /** Converts the changed form fields back into a request body. */
  fromForm?: (changed: Record<string, unknown>, record: object) => Record<string, unknown>
  /** The form field of a name in the server's errors, where it has another name. */
  findErrorField?: (serverName: string, values: Values) => string | undefined
  /** URL of a CSV export that the service creates and records in its audit log. */
  exportUrl?: string
  /** Polling interval of an open list in milliseconds. */
  refreshMs?: number
}

export type AdminColumn<Row> = {
  id: string
  title: string
  /** The value as text, for the CSV file unless `csvColumn` is given, and for the table unless `cell` is given. */
  text: (row: Row) => string
  /** The column of the CSV file. Its values are numbers that a spreadsheet can add, or times that it can sort. */
  csvColumn?: CsvColumn<Row>
  cell?: (row: Row) => ReactNode
  /** The name of this sort in requests, without the sign of its direction. */
  sort?: string
  width?: string
  /** The cell does not wrap, and its digits are of equal width. */
  isOneLine?: boolean
  align?: 'right'
  /** The column is hidden while a record is open beside the list. */
  isSecondary?: boolean
  /**
   * Windows of 768 to 1279 px hide the column, so that the table fits: always, or only while a record is open
   * beside the list. On phones each row is a card with all columns.
   */
  narrowHidden?: 'always' | 'besideRecord'
}

/** An action on several selected records. */
export type BulkAction<Row> = {
  key: string
  label: (count: number) => string
  /** The request for one record, with the values of the confirmation dialog. */
  change: (row: Row, values: Readonly<Record<string, string>>) => Change
  /** Whether the action applies to a record; others are skipped. */
  isApplicable?: (row: Row) => boolean
  /** The question before the change. A function, if only some records need a question. */
  confirmation?: BulkConfirmation | ((rows: readonly Row[]) => BulkConfirmation | undefined)
  /** The undo of the change. Without it, the change cannot be undone. */
  undo?: BulkUndo<Row>
}

export type SaveConfirmation = {
  title: string
  hint?: string
  confirm: string
  cancel?: string
  /** What the record still lacks, as a list in the question. */
  missing?: readonly string[]
  /** `danger` by default. */
  variant?: 'solid' | 'danger'
}

/** A part that the public page of a record lacks. */
export type MissingPart = {
  /** The name of the part in the genitive, and what its absence causes. */
  text: string
  /** The field of the form that the part is typed into. */
  field?: string
  /** The id of an element outside of the form where the part is added. */
  anchor?: string
  /** Without it the service refuses to publish the record. */
  isRequired?: boolean
}

export type ReadinessCheck<Row> = {
  /** The heading of the parts that visitors would miss. */
  title: string
  find: (values: Values, row: Row | null) => readonly MissingPart[]
  /** Whether the typed values leave the record a draft. */
  isDraft: (values: Values) => boolean
}

type BulkConfirmation = {
  title: (count: number) => string
  /** The consequence of the change. A function, if it depends on the number of records. */
  hint?: string | ((count: number) => string)
  confirm: string
  cancel?: string
  /** What the records still lack, as a list in the question. */
  missing?: readonly string[]
  fields?: readonly Field[]
}

type BulkUndo<Row> = {
  /** The route that restores the former values of several records, all or none. */
  url: string
  formerValues: (row: Row) => Readonly<Record<string, unknown>>
  /** Whether the change of a record can be undone. */
  isPossible?: (row: Row) => boolean
}

export type Filter = {
  name: string
  label: string
  options: readonly Option[]
  /** The filter also offers every employee; the value is the employee's id. */
  hasEmployees?: boolean
}

/**
 * Kinds of form fields. The value of `words`, `tags` and `choices` is a list separated by commas, and `lines` and `pictures`
 * have one value on each line. A `moment` is a date and time in Moscow.
 */
type FieldKind =
  | 'text'
  | 'area'
  | 'markdown'
  | 'number'
  | 'select'
  | 'check'
  | 'moment'
  | 'date'
  | 'words'
  | 'tags'
  | 'lines'
  | 'choices'
  | 'picture'
  | 'pictures'
  | 'colleague'
  | 'customer'
  | 'order'

/** Settings of a form field. */
type FieldSettings = {
  label: string
  kind?: FieldKind
  options?: readonly Option[]
  /** The options for a record, or for a new one if it is null, where they differ from `options`. */
  listOptions?: (record: Readonly<Record<string, unknown>> | null) => readonly Option[]
  hint?: string
  required?: boolean
  /** Whether these values publish the record, which needs the field. A draft may lack it. */
  isRequiredToPublish?: (values: Values) => boolean
  rows?: number
  /** Each picture has an alternative text: the lines of the value are '<URL> <text>'. */
  isDescribed?: boolean
  maxLength?: number
  /** Texts that can be inserted into the field, with the name of their group. */
  suggestions?: { label: string; texts: readonly string[] }
  /** The earliest date, 'YYYY-MM-DD'. */
  min?: string
  /** Whether half the width is enough. The default depends on the kind. */
  isHalfWidth?: boolean
  /** Shown only when a record is created, or only when it is edited. */
  formMode?: 'create' | 'edit'
  /** Sent for a cleared field; null by default. */
  emptyValue?: '' | 0
}

/**
 * `name` is the name of a field in requests. The record has the same field, unless `recordField` names
 * another one. A field that only the form of a new record shows may be absent from the record.
 */
type FieldName<Row> =
  | { name: keyof Row & string; recordField?: undefined }
  | { name: string; recordField: keyof Row & string }
  | { name: string; recordField?: undefined; formMode: 'create' }

/**
 * A field of a form. `Row` is the edited record; forms of actions and settings may have any names.
 */
export type Field<Row = Record<string, unknown>> = FieldSettings & FieldName<Row>

/** A field with a literal name. */
type NamedField<Name extends string> = FieldSettings & { name: Name; recordField?: undefined }

export type Section<Row extends Item, Listed extends Item = Row> = {
  /** The accessible name of the table. */
  title: string
  source: Source<Row, Listed>
  columns: readonly AdminColumn<Listed>[]
  /** Further columns of the CSV file. The columns of the table and the fields of the form are always in it. */
  exportColumns?: readonly CsvColumn<Listed>[]
  /** The name of the CSV file, if the title alone does not describe the content of the file. */
  exportName?: string
  filters?: readonly Filter[]
  /** The service's search parameter. Without it there is no search. */
  search?: string
  /** Label of the search field, if a page has several. */
  searchLabel?: string
  /** Sorts that the service supports, its default first. */
  sorts?: readonly string[]
  fields?: readonly Field<Row>[]
  /** Heading of the form of a new record. Without it the panel creates none. */
  newHeading?: string
  /** Whether records may be deleted. A function, if only some records may. */
  canRemove?: boolean | ((row: Row) => boolean)
  /** What happens when a record is deleted, if more than that it is gone. */
  describeRemoval?: (row: Row) => string | undefined
  heading: (row: Row | Listed) => string
  /** Additional controls in the toolbar above the table. */
  Toolbar?: ComponentType
  /** Read-only details above the form of the open record. */
  Details?: ComponentType<{ row: Row }>
  /**
   * A long part about the record, across the page below the form and the actions. In the mobile layout
   * it is between the form and the actions.
   */
  WideDetails?: ComponentType<{ row: Row }>
  /** Actions below the form of the open record, or beside the form if `isPage` is set. */
  Actions?: ComponentType<{ row: Row }>
  /** Preview of the typed values beside the form. The open record then takes the whole width. */
  Preview?: ComponentType<{ values: Values; row: Row | null }>
  /**
   * The question before a record is created (`row` is null) or changed, or undefined if these values need none.
   * It says what will happen, such as whom the service notifies.
   */
  findSaveConfirmation?: (values: Values, row: Row | null) => SaveConfirmation | undefined
  /** What the record still lacks for its public page. */
  readiness?: ReadinessCheck<Row>
  /** The open record is a page of two columns instead of the list. */
  isPage?: boolean
  bulk?: readonly BulkAction<Listed>[]
  /** What an empty list will hold, and how its first record gets there. */
  emptyHint: string
}

type RowOf<Url> = AnswerOf<'get', Url> extends { items: (infer Row extends Item)[] } ? Row : never
type RecordOf<Url> = AnswerOf<'get', Url> extends { item: infer Row extends Item } ? Row : never

// The usual response envelopes, for sources that declare no others.
const readRows = <Row>(answer: Answer) => ('items' in answer ? answer.items : []) as Row[]
const readRecord = <Row>(answer: Answer) => ('item' in answer ? answer.item : null) as Row

type SourceOptions<Url> = Pick<
  Source<never>,
  'tags' | 'fromForm' | 'findErrorField' | 'exportUrl' | 'refreshMs'
> & {
  list: Url
}

/** A source of records, with responses typed by URL. */
export const createRecordSource = <
  Url extends string,
  ItemUrl extends string,
  Row extends Item = RecordOf<ItemUrl>,
  Listed extends Item = RowOf<Url>,
>(
  source: SourceOptions<Url> & {
    item: (id: string) => ItemUrl
    rows?: (answer: AnswerOf<'get', Url>) => Listed[]
    record?: (answer: AnswerOf<'get', ItemUrl>) => Row
  },
): Source<Row, Listed> => ({ rows: readRows, record: readRecord, ...source })

/** A source of records that are only listed. */
export const createListSource = <Url extends string, Row extends Item = RowOf<Url>>(
  source: SourceOptions<Url> & { rows?: (answer: AnswerOf<'get', Url>) => Row[] },
): Source<Row> => ({ rows: readRows, ...source, listed: (row) => row })

/** The source of a record that exists once, by its URL. */
export const createSingleSource = <Url extends string, Row extends Item>(
  source: SourceOptions<Url> & { record: (answer: AnswerOf<'get', Url>) => Row },
): Source<Row> => ({ ...source, isSingle: true, rows: () => [] })

/** The source of a list of the content service, by its name in the URL. */
export const createContentSource = <List extends string>(list: List, tags: readonly TagType[]) =>
  createRecordSource({
    list: calls.contentAdmin(list),
    item: (id) => calls.contentAdminItem(list, id),
    tags,
  })

/** Options of a select, from a map of values to labels. */
export function toOptions(labels: Readonly<Record<string, string>>): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** A required choice among labelled values. */
export const createChoiceField = <Name extends string>(
  name: Name,
  label: string,
  labels: Readonly<Record<string, string>>,
): NamedField<Name> => ({ name, label, kind: 'select', required: true, options: toOptions(labels) })

/** A short text that an action requires, such as a reason. */
export const createRequiredText = <Name extends string>(
  name: Name,
  label: string,
  hint?: string,
): NamedField<Name> => ({
  name,
  label,
  hint,
  required: true,
  maxLength: 500,
})

/** The label of a value. An unknown value is returned unchanged, and null as ''. */
export function findLabel(labels: Readonly<Record<string, string>>, value: string | null): string {
  return value === null ? '' : (labels[value] ?? value)
}

// The components of the status page in the forms that its features need.

import { statusComponents } from './texts/status.ts'

/** Options of a select or of checkboxes. */
export const componentOptions = statusComponents.map(({ id, name }) => ({ value: id, label: name }))

/** The names of the components, such as 'Сайт, База данных'. An unknown id stays as it is. */
export const formatComponentNames = (ids: readonly string[]): string =>
  ids.map((id) => statusComponents.find((component) => component.id === id)?.name ?? id).join(', ')

// Fields, tones and texts that incidents, their templates and planned maintenance share.

import { labels } from '../../../shared/texts/adminList.ts'
import { adminStatus } from '../../../shared/texts/adminStatus.ts'
import { usualServices } from '../../../shared/texts/status.ts'
import type { Tone } from '../../../ui/Tag.tsx'
import type { Field } from '../section.ts'

export const affectedServicesField: Field<{ affectedServices: unknown }> = {
  name: 'affectedServices',
  label: adminStatus.services,
  kind: 'choices',
  options: usualServices.map(({ id, name }) => ({ value: id, label: name })),
}
export const descriptionField: Field<{ description: unknown }> = {
  name: 'description',
  label: labels.description,
  kind: 'area',
  emptyValue: '',
}

export const stateTones: Readonly<Record<string, Tone>> = {
  investigating: 'bad',
  identified: 'warn',
  monitoring: 'info',
  resolved: 'ok',
  scheduled: 'info',
  in_progress: 'live',
  verifying: 'warn',
  completed: 'ok',
}

/** The names of the services, such as 'Сайт, Калькулятор'. */
export const formatServiceList = (ids: readonly string[]): string =>
  ids.map((id) => usualServices.find((service) => service.id === id)?.name ?? id).join(', ')

// Fields, tones and texts that incidents, their templates and planned maintenance share.

import { componentOptions } from '../../../shared/statusComponents.ts'
import { labels } from '../../../shared/texts/adminList.ts'
import { adminStatus } from '../../../shared/texts/adminStatus.ts'
import type { Tone } from '../../../ui/Tag.tsx'
import type { Field } from '../section.ts'

export const affectedServicesField: Field<{ affectedServices: unknown }> = {
  name: 'affectedServices',
  label: adminStatus.services,
  kind: 'choices',
  options: componentOptions,
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

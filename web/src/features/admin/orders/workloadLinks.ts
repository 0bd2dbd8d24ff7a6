import type { ManagerWorkload } from '../../../api/wire/content.ts'
import { buildSectionPath } from '../sectionPaths.ts'

export type WorkCount = Exclude<keyof ManagerWorkload, 'assignee_id' | 'name'>

const lists: Readonly<Record<WorkCount, string>> = {
  open_orders: `${buildSectionPath('orders')}?view=board`,
  late_orders: `${buildSectionPath('orders')}?view=board&late=true`,
  waiting_conversations: `${buildSectionPath('conversations')}?waiting=true`,
  late_contacts: `${buildSectionPath('contacts')}?overdue=true`,
  late_requests: `${buildSectionPath('requests')}?overdue=true`,
}

export const workCounts = Object.keys(lists) as WorkCount[]

/** The URL of the list or board that shows exactly the counted records. */
export const buildCountLink = (
  count: WorkCount,
  { assignee_id }: Pick<ManagerWorkload, 'assignee_id'>,
) => `${lists[count]}&assignee_id=${assignee_id ?? 'none'}`

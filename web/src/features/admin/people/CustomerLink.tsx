import { Link } from 'react-router'
import { adminCustomer as texts } from '../../../shared/texts/adminCustomers.ts'
import { buildSectionPath } from '../sectionPaths.ts'

/** The buyer's name as a link to the customer card. */
export function CustomerLink({ id, name }: { id: string | null; name: string | null }) {
  if (!id) return name
  return <Link to={`${buildSectionPath('users')}?item=${id}`}>{name || texts.open}</Link>
}

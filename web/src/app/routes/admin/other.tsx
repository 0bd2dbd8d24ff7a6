import { Navigate } from 'react-router'
import { pages } from '../../../shared/paths.ts'

/** Page of an unknown section. */
export default function OtherRoute() {
  return <Navigate to={pages.admin} replace />
}

import { AdminList } from '../../../features/admin/AdminList.tsx'
import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { ordersSection } from '../../../features/admin/ordersSection.tsx'
import {
  bookingsSection,
  paymentsSection,
} from '../../../features/admin/paymentAndBookingSections.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { sectionMeta } from './sectionMeta.ts'

export const meta = sectionMeta('orders')

export default function OrdersRoute() {
  return (
    <AdminSection name="orders">
      <ViewTabs
        section="orders"
        bodies={{
          orders: <AdminList section={ordersSection} />,
          payments: <AdminList section={paymentsSection} />,
          bookings: <AdminList section={bookingsSection} />,
        }}
      />
    </AdminSection>
  )
}

import { AdminSection } from '../../../features/admin/AdminSection.tsx'
import { AdminList } from '../../../features/admin/list/AdminList.tsx'
import { bookingsSection } from '../../../features/admin/orders/bookingsSection.tsx'
import { OrderBoard } from '../../../features/admin/orders/OrderBoard.tsx'
import { ordersSection } from '../../../features/admin/orders/ordersSection.tsx'
import { paymentsSection } from '../../../features/admin/orders/paymentsSection.tsx'
import { reservationsSection } from '../../../features/admin/orders/reservationsSection.tsx'
import { Workload } from '../../../features/admin/orders/Workload.tsx'
import { ViewTabs } from '../../../features/admin/ViewTabs.tsx'
import { isOtherPage } from '../../startQueries.ts'
import { createSectionLoader } from './sectionLoader.ts'
import { createSectionMeta } from './sectionMeta.ts'

export const meta = createSectionMeta('orders')

export const clientLoader = createSectionLoader({
  orders: ordersSection,
  payments: paymentsSection,
  bookings: bookingsSection,
})

export const shouldRevalidate = isOtherPage

export default function OrdersRoute() {
  return (
    <AdminSection name="orders">
      <ViewTabs
        section="orders"
        bodies={{
          orders: <AdminList section={ordersSection} />,
          board: <OrderBoard />,
          workload: <Workload />,
          payments: <AdminList section={paymentsSection} />,
          bookings: <AdminList section={bookingsSection} />,
          reservations: <AdminList section={reservationsSection} />,
        }}
      />
    </AdminSection>
  )
}

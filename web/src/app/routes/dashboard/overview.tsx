import { calculationsApi } from '../../../api/calculations.ts'
import { favoritesApi } from '../../../api/favorites.ts'
import { reservationsApi } from '../../../api/reservations.ts'
import { savedSearchesApi } from '../../../api/savedSearches.ts'
import { bookingsApi } from '../../../features/dashboard/bookings/bookingsApi.ts'
import { OverviewPage } from '../../../features/dashboard/OverviewPage.tsx'
import { ordersApi } from '../../../features/dashboard/orders/ordersApi.ts'
import { PreferencesForm } from '../../../features/notifications/PreferencesForm.tsx'
import { createHiddenMeta } from '../../../shared/head/pageMeta.ts'
import { pages } from '../../../shared/paths.ts'
import { dashboard } from '../../../shared/texts/dashboard.ts'
import { beforeRender, startPersonalQueries } from '../../startQueries.ts'

export const meta = () => createHiddenMeta(dashboard, pages.dashboard)

export const clientLoader = () =>
  startPersonalQueries(
    ordersApi.endpoints.getMyOrders.initiate(undefined, beforeRender),
    bookingsApi.endpoints.getMyBookings.initiate(undefined, beforeRender),
    reservationsApi.endpoints.getMyReservations.initiate(undefined, beforeRender),
    favoritesApi.endpoints.getMyFavorites.initiate(undefined, beforeRender),
    savedSearchesApi.endpoints.getSavedSearches.initiate(undefined, beforeRender),
    calculationsApi.endpoints.getMyCalculations.initiate(undefined, beforeRender),
  )

export default function OverviewRoute() {
  return <OverviewPage preferences={<PreferencesForm />} />
}

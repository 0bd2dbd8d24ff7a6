import { Link } from 'react-router'
import { useGetFeaturedCarsQuery } from '../../app/api/cars.ts'
import { CarCards } from '../../app/CarCards.tsx'
import { anchors, pages } from '../../app/paths.ts'
import { QueryView } from '../../app/QueryView.tsx'
import { topModels } from '../../app/texts/homeSections.ts'
import { EmptyState } from '../../ui/EmptyState'
import { RouteSection } from '../../ui/way/RouteSection.tsx'

export default function TopModels() {
  const query = useGetFeaturedCarsQuery()
  return (
    <RouteSection
      id="top-models"
      station="15°"
      title={topModels.title}
      aside={
        <p>
          {topModels.lead} <Link to={pages.cars}>{topModels.link}</Link>
        </p>
      }
    >
      <QueryView query={query} errorTitle={topModels.failed} isSkeletonBusy skeleton={<CarCards />}>
        {({ cars }) =>
          cars.length === 0 ? (
            <EmptyState
              title={topModels.empty}
              link={{ to: anchors.quickRequest, label: topModels.emptyAction }}
            />
          ) : (
            <CarCards cars={cars} />
          )
        }
      </QueryView>
    </RouteSection>
  )
}

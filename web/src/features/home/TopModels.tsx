import { Link } from 'react-router'
import { useGetFeaturedCarsQuery } from '../../api/cars.ts'
import { CarCards } from '../../shared/cars/CarCards.tsx'
import { anchors, pages } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { topModels } from '../../shared/texts/homeSections.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'

export default function TopModels() {
  const query = useGetFeaturedCarsQuery()
  return (
    <JourneySection
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
    </JourneySection>
  )
}

import { formatRoubles } from '../../lib/numbers.ts'
import { NBSP } from '../../lib/spaces.ts'
import { reviews } from '../../shared/texts/homeSections.ts'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'
import './Reviews.css'

export default function Reviews() {
  const { main, others } = reviews
  return (
    <JourneySection
      id="reviews"
      station="28° Минск"
      title={reviews.title}
      aside={<p>{reviews.lead}</p>}
    >
      <div className="home-reviews">
        <div className="home-review-main">
          <figure>
            <blockquote>{main.text}</blockquote>
            <figcaption>{main.author}</figcaption>
          </figure>
          <table className="home-proof">
            <thead>
              <tr>
                <td />
                <th scope="col">{reviews.plan}</th>
                <th scope="col">{reviews.actual}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{reviews.total}</th>
                <td className="num">{formatRoubles(main.planTotal)}</td>
                <td className="num strong">{formatRoubles(main.actualTotal)}</td>
              </tr>
              <tr>
                <th scope="row">{reviews.term}</th>
                <td className="num">{main.planDays + NBSP + reviews.days}</td>
                <td className="num strong">{main.actualDays + NBSP + reviews.days}</td>
              </tr>
              <tr>
                <th scope="row">{reviews.reason}</th>
                <td colSpan={2}>{main.reason}</td>
              </tr>
            </tbody>
          </table>
        </div>
        <div className="home-review-others">
          {others.map(({ text, author }) => (
            <figure key={author}>
              <blockquote>{text}</blockquote>
              <figcaption>{author}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </JourneySection>
  )
}

import type { PostSummary } from '../../api/wire/content.ts'
import { chooseBody } from '../../shared/cars/carBodies.ts'
import { coverPad } from '../../shared/cars/carDrawings.ts'
import { CarDrawing } from '../../ui/drawing/CarDrawing.tsx'
import { RouteMap } from '../../ui/drawing/RouteMap.tsx'

type Props = {
  post: Pick<PostSummary, 'image_url' | 'image_alt' | 'thumbnail_url' | 'drawing'>
  large?: boolean
}

/** The cover: the photo if there is one, otherwise the requested drawing. */
export function PostFigure({ post, large }: Props) {
  const photograph = large ? post.image_url : (post.thumbnail_url ?? post.image_url)
  // In a list the title beside the cover describes it; in the article the alternative text does.
  const alt = large && photograph ? (post.image_alt ?? '') : ''
  return (
    <div
      className="blog-figure"
      aria-hidden={alt === ''}
      data-drawing={photograph ? undefined : (post.drawing ?? 'sedan')}
    >
      {photograph ? (
        <img
          src={photograph}
          alt={alt}
          loading={large ? 'eager' : 'lazy'}
          fetchPriority={large ? 'high' : 'auto'}
        />
      ) : (
        <PostDrawing name={post.drawing} />
      )}
    </div>
  )
}

function PostDrawing({ name }: { name: string | null }) {
  if (name === 'map') return <RouteMap route="minsk" label="" variant="wide" done={9} />
  return (
    <CarDrawing
      body={chooseBody(name)}
      label=""
      ground={false}
      callouts={name === 'checks' ? 'markers' : undefined}
      pad={coverPad}
    />
  )
}

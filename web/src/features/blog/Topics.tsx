import { blog, categories, tagNames, usualTopics } from '../../app/texts/blog.ts'
import { Chip, Chips } from '../../ui/Chip'
import { useGetTagsQuery } from './blogApi.ts'

const shown = 8

export const tagName = (slug: string) => tagNames[slug] ?? slug

/** A topic named like a category would be a second button of that name. */
const isCategory = (slug: string) => categories.some((category) => category.slug === slug)

type Props = { chosen: string; onChoose: (tag: string) => void }

/** The topics most written about; a chosen one that is not among them stands there too. */
export function Topics({ chosen, onChoose }: Props) {
  const { data } = useGetTagsQuery()
  const popular = data
    ? data.tags
        .filter(({ slug }) => !isCategory(slug))
        .slice(0, shown)
        .map(({ slug, count }) => ({ slug, count }))
    : usualTopics.map((slug) => ({ slug, count: undefined }))
  const hasChosen = !chosen || popular.some(({ slug }) => slug === chosen)
  const topics = hasChosen ? popular : [...popular, { slug: chosen, count: undefined }]
  return (
    <section className="blog-topics" aria-labelledby="topics-title">
      <h2 id="topics-title" className="h3">
        {blog.topics}
      </h2>
      <Chips label={blog.topics}>
        {topics.map(({ slug, count }) => (
          <Chip
            key={slug}
            pressed={slug === chosen}
            count={count}
            onClick={() => onChoose(slug === chosen ? '' : slug)}
          >
            {tagName(slug)}
          </Chip>
        ))}
      </Chips>
    </section>
  )
}

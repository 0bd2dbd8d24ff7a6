import { useGetTagsQuery } from '../../api/posts.ts'
import { blog, categories, tagNames, usualTopics } from '../../shared/texts/blog.ts'
import { Chip, Chips } from '../../ui/Chip.tsx'

const maxTopics = 8

export const findTagName = (slug: string) => tagNames[slug] ?? slug

/** Topics that are also categories are left out: the page would have two buttons with the same name. */
const isCategory = (slug: string) => categories.some((category) => category.slug === slug)

type Props = { chosen: string; onChoose: (tag: string) => void }

/** The most used topics, and the selected topic if it is not among them. */
export function Topics({ chosen, onChoose }: Props) {
  const { data } = useGetTagsQuery()
  const popular = data
    ? data.tags
        .filter(({ slug }) => !isCategory(slug))
        .slice(0, maxTopics)
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
            {findTagName(slug)}
          </Chip>
        ))}
      </Chips>
    </section>
  )
}

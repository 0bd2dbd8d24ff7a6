import { useSubscribeMutation } from '../../api/newsletter.ts'
import { useGetCategoriesQuery } from '../../api/posts.ts'
import { DebouncedSearch } from '../../shared/list/DebouncedSearch.tsx'
import { useUrlFilters } from '../../shared/list/urlFilters.ts'
import { SubscribeForm } from '../../shared/SubscribeForm.tsx'
import { blog, categories, newsletter as texts } from '../../shared/texts/blog.ts'
import { Chip, Chips } from '../../ui/Chip.tsx'
import { type BlogFilters, blogFilters } from './blogFilters.ts'
import { PostList } from './PostList.tsx'
import { Topics } from './Topics.tsx'

const scrollToListStart = () =>
  document.getElementById('blog-list')?.scrollIntoView({ block: 'start', behavior: 'instant' })

export default function BlogBody() {
  const { filters, change } = useUrlFilters(blogFilters)
  return (
    <>
      <BlogTools filters={filters} change={change} />
      <div id="blog-list" className="page blog-list">
        <PostList
          filters={filters}
          onReset={() => change({ category: 'all', search: '', tag: '' })}
        />
      </div>
      <div className="page">
        <Topics
          chosen={filters.tag}
          onChoose={(tag) => {
            change({ tag })
            scrollToListStart()
          }}
        />
        <Newsletter />
      </div>
    </>
  )
}

export function Newsletter() {
  const [subscribe, state] = useSubscribeMutation()
  return (
    <section className="grid blog-news" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">{texts.title}</h2>
      <SubscribeForm
        id="newsletter"
        name={texts.form}
        label={texts.email}
        subscribe={subscribe}
        state={state}
      />
    </section>
  )
}

type BlogToolsProps = {
  filters: BlogFilters
  change: (changed: Partial<BlogFilters>, how?: { replace?: boolean }) => void
}

function BlogTools({ filters, change }: BlogToolsProps) {
  const { data } = useGetCategoriesQuery()
  const findCount = (slug: string, usual: number) => {
    if (!data) return usual
    if (slug === 'all') return data.total
    return data.categories.find((category) => category.slug === slug)?.count ?? 0
  }
  return (
    <search className="blog-tools" aria-label={blog.tools}>
      <div className="page row-wrap">
        <DebouncedSearch
          hideLabel
          label={blog.search}
          placeholder={blog.search}
          maxLength={100}
          query={filters.search}
          onSearch={(search) => change({ search }, { replace: true })}
        />
        <Chips label={blog.categories}>
          {categories.map(({ slug, name, count }) => (
            <Chip
              key={slug}
              pressed={filters.category === slug}
              count={findCount(slug, count)}
              onClick={() => change({ category: slug })}
            >
              {name}
            </Chip>
          ))}
        </Chips>
      </div>
    </search>
  )
}

import { useGetCategoriesQuery } from '../../app/api/posts.ts'
import { DebouncedSearch } from '../../app/DebouncedSearch.tsx'
import { blog, categories } from '../../app/texts/blog.ts'
import { Chip, Chips } from '../../ui/Chip'
import type { BlogFilters } from './blogFilters.ts'

type Props = {
  filters: BlogFilters
  change: (changed: Partial<BlogFilters>, how?: { replace?: boolean }) => void
}

export function BlogTools({ filters, change }: Props) {
  const { data } = useGetCategoriesQuery()
  const countOf = (slug: string, usual: number) => {
    if (!data) return usual
    if (slug === 'all') return data.total
    return data.categories.find((category) => category.slug === slug)?.count ?? 0
  }
  return (
    <search className="blog-tools" aria-label={blog.tools}>
      <div className="page">
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
              count={countOf(slug, count)}
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

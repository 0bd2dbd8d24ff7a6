import { useEffect, useRef, useState } from 'react'
import { blog, categories } from '../../app/texts/blog.ts'
import { Chip, Chips } from '../../ui/Chip'
import { SearchField } from '../../ui/SearchField'
import { useGetCategoriesQuery } from './blogApi.ts'
import type { BlogFilters } from './filters.ts'

const pause = 300

type Props = {
  filters: BlogFilters
  change: (changed: Partial<BlogFilters>, how?: { replace?: boolean }) => void
}

/** What is typed goes into the address once typing pauses; the address may also change by itself. */
function useSearch({ filters, change }: Props) {
  const [typed, setTyped] = useState(filters.search)
  const asked = useRef(filters.search)
  useEffect(() => {
    if (filters.search === asked.current) return
    asked.current = filters.search
    setTyped(filters.search)
  }, [filters.search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait.
  useEffect(() => {
    if (typed.trim() === asked.current) return
    const timer = setTimeout(() => {
      asked.current = typed.trim()
      change({ search: typed.trim() }, { replace: true })
    }, pause)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}

export function BlogTools(props: Props) {
  const { filters, change } = props
  const [typed, setTyped] = useSearch(props)
  const { data } = useGetCategoriesQuery()
  const countOf = (slug: string, usual: number) => {
    if (!data) return usual
    if (slug === 'all') return data.total
    return data.categories.find((category) => category.slug === slug)?.count ?? 0
  }
  return (
    <search className="blog-tools" aria-label={blog.tools}>
      <div className="page">
        <SearchField
          label={blog.search}
          placeholder={blog.search}
          value={typed}
          onValueChange={setTyped}
          maxLength={100}
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

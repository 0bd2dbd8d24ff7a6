import { useAddressFilters } from '../../app/addressFilters.ts'
import { BlogTools } from './BlogTools.tsx'
import { blogFilters } from './blogFilters.ts'
import { Newsletter } from './Newsletter.tsx'
import { PostList } from './PostList.tsx'
import { Topics } from './Topics.tsx'

const listStart = () =>
  document.getElementById('blog-list')?.scrollIntoView({ block: 'start', behavior: 'instant' })

export default function BlogBody() {
  const { filters, change } = useAddressFilters(blogFilters)
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
            listStart()
          }}
        />
        <Newsletter />
      </div>
    </>
  )
}

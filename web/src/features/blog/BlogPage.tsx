import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { steadily } from '../../app/steadyImport.ts'
import { blog } from '../../app/texts/blog.ts'
import { Route } from '../../ui/way/RouteSection.tsx'
import { BlogTools } from './BlogTools.tsx'
import './blog.css'
import { useFilters } from './filters.ts'
import { Newsletter } from './Newsletter.tsx'
import { PostList } from './PostList.tsx'
import { Topics } from './Topics.tsx'

const ArticleDialog = lazy(async () => ({
  default: await steadily(async () => (await import('./ArticleDialog.tsx')).ArticleDialog),
}))

/** The list, and over it the article whose address this is. */
export function BlogPage() {
  const { slug } = useParams()
  const { filters, change } = useFilters()
  const listStart = () =>
    document.getElementById('blog-list')?.scrollIntoView({ block: 'start', behavior: 'instant' })
  return (
    <Route>
      <section className="page pagehead">
        <h1>{blog.heading}</h1>
        <p className="aside">{blog.lead}</p>
      </section>
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
      {slug && (
        <Suspense fallback={null}>
          <ArticleDialog slug={slug} />
        </Suspense>
      )}
    </Route>
  )
}

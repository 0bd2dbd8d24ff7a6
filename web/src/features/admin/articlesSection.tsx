// Articles with their schedule and earlier versions, and the newsletter subscribers.

import { pages } from '../../app/paths.ts'
import { adminArticle } from '../../app/texts/adminContent.ts'
import { articleLabels, subscriberLabels } from '../../app/texts/adminLabels.ts'
import { adminList, labels } from '../../app/texts/adminList.ts'
import { views } from '../../app/texts/adminPanel.ts'
import { categories } from '../../app/texts/blog.ts'
import type { PostAdmin, SubscriberAdmin } from '../../app/wire/content.ts'
import { dayAndTime } from '../../lib/dates'
import { LinkButton } from '../../ui/Button'
import { ArticlePreview } from './ArticlePreview.tsx'
import { moveTo, removeAction } from './bulkActions.ts'
import { momentColumn, stateColumn } from './columns.tsx'
import { Revisions } from './Revisions.tsx'
import { choiceField, contentSource, labelOf, optionsOf, type Section } from './section.ts'

const source = contentSource('posts', ['Post'])
const categoryLabels = Object.fromEntries(
  categories.filter(({ slug }) => slug !== 'all').map(({ slug, name }) => [slug, name]),
)
const tones = { draft: 'none', scheduled: 'info', published: 'ok' } as const

export const articlesSection: Section<PostAdmin> = {
  title: views.articles,
  source,
  search: 'search',
  sorts: [
    '-updated_at',
    'updated_at',
    '-created_at',
    'created_at',
    'title',
    '-title',
    '-published_at',
  ],
  filters: [{ name: 'status', label: labels.status, options: optionsOf(articleLabels) }],
  columns: [
    { id: 'title', title: labels.heading, sort: 'title', text: (row) => row.title },
    stateColumn(articleLabels, tones),
    {
      id: 'category',
      title: labels.category,
      minor: true,
      text: (row) => (row.categories ?? []).map((one) => labelOf(categoryLabels, one)).join(', '),
    },
    {
      id: 'published',
      title: labels.published,
      sort: 'published_at',
      num: true,
      text: (row) => (row.published_at ? dayAndTime(row.published_at) : adminList.none),
    },
    momentColumn('updated', labels.updated, (row) => row.updated_at, {
      sort: 'updated_at',
      minor: true,
    }),
  ],
  fields: [
    { name: 'title', label: labels.heading, required: true },
    { name: 'slug', label: labels.slug, when: 'edit', required: true },
    { name: 'excerpt', label: labels.excerpt, kind: 'area', rows: 3, empty: '' },
    {
      name: 'content',
      label: labels.content,
      hint: labels.contentHint,
      kind: 'area',
      rows: 18,
      required: true,
    },
    {
      name: 'category',
      recordField: 'categories',
      label: labels.categories,
      kind: 'choices',
      options: optionsOf(categoryLabels),
      required: true,
    },
    { name: 'tags', label: labels.tags, kind: 'words' },
    { name: 'image_url', label: labels.picture, kind: 'picture' },
    { name: 'video_url', label: labels.video },
    choiceField('status', labels.status, articleLabels),
    { name: 'publish_at', label: labels.publishAt, hint: labels.publishHint, kind: 'moment' },
    { name: 'featured', label: labels.featured, kind: 'check' },
  ],
  canCreate: true,
  canRemove: true,
  heading: (row) => row.title,
  Details: ({ row }) =>
    row.status === 'published' ? (
      <div className="btns">
        <LinkButton small variant="line" to={pages.article(row.slug)}>
          {adminArticle.open}
        </LinkButton>
      </div>
    ) : null,
  Actions: Revisions,
  Preview: ArticlePreview,
  bulk: [
    moveTo(source, 'published', adminArticle.publishSome),
    moveTo(source, 'draft', adminArticle.hideSome),
    removeAction(source),
  ],
}

const subscribers = contentSource('newsletter', ['User'])

export const subscribersSection: Section<SubscriberAdmin> = {
  title: views.subscribers,
  source: subscribers,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'email'],
  filters: [{ name: 'status', label: labels.status, options: optionsOf(subscriberLabels) }],
  columns: [
    { id: 'email', title: labels.email, sort: 'email', text: (row) => row.email },
    { id: 'status', title: labels.status, text: (row) => subscriberLabels[row.status] },
    momentColumn('created', labels.subscribed, (row) => row.created_at, { sort: 'created_at' }),
  ],
  canRemove: true,
  bulk: [removeAction(subscribers)],
  heading: (row) => row.email,
}

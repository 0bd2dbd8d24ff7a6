// Articles with their schedule and earlier versions.

import { useState } from 'react'
import { calls } from '../../../api/calls.ts'
import { describeProblem } from '../../../api/problem.ts'
import { useSettings } from '../../../api/settings.ts'
import type { PostAdmin, PostPreviewRead } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { searchDebounce } from '../../../shared/limits.ts'
import { pages } from '../../../shared/paths.ts'
import { adminArticle, publishing } from '../../../shared/texts/adminContent.ts'
import { articleStatusLabels } from '../../../shared/texts/adminLabels.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import { categories } from '../../../shared/texts/blog.ts'
import { useDebouncedValue } from '../../../shared/useDebouncedValue.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { Chip, Chips } from '../../../ui/Chip.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Note } from '../../../ui/Note.tsx'
import { createChange, useAdminPreview, useAdminQuery } from '../adminApi.ts'
import { QueryBlock } from '../Block.tsx'
import { createMomentColumn, createStateColumn } from '../list/columns.tsx'
import { addUndo, createRemoveAction, createStatusAction } from '../list/commonActions.ts'
import { ActionButton } from '../record/ActionButton.tsx'
import type { Values } from '../record/formValues.ts'
import {
  type BulkAction,
  createChoiceField,
  createContentSource,
  findLabel,
  type Section,
  toOptions,
} from '../section.ts'
import {
  articleReadiness,
  describeIncomplete,
  findArticleConfirmation,
  findMissingArticleData,
} from './readiness.ts'

const source = createContentSource('posts', ['Post'])
const categoryLabels = Object.fromEntries(
  categories.filter(({ slug }) => slug !== 'all').map(({ slug, name }) => [slug, name]),
)
/** Whether these values publish the article, at once or later. */
const isPublic = ({ status }: Values) => status !== 'draft'
const wasPublished = ({ published_at }: PostAdmin) => published_at !== null
const tones = { draft: 'none', scheduled: 'info', published: 'ok' } as const

/**
 * The first publication sends the article to subscribers, so it asks for confirmation and cannot be undone. An article
 * that lacks its excerpt or picture is published only after a confirmation too.
 */
const publishAction: BulkAction<PostAdmin> = {
  ...createStatusAction(source, 'published', adminArticle.publishSome),
  confirmation: (rows) => {
    const isFirstPublication = !rows.every(wasPublished)
    const missing = describeIncomplete(rows, ({ title }) => title, findMissingArticleData)
    if (!isFirstPublication && missing.length === 0) return undefined
    return {
      title: adminArticle.publishQuestion,
      hint: isFirstPublication ? adminArticle.publishHint : undefined,
      missing,
      confirm: missing.length > 0 ? publishing.anyway : adminArticle.publish,
      cancel: publishing.back,
    }
  },
  undo: {
    url: `${source.list}/restore`,
    formerValues: ({ status }) => ({ status }),
    isPossible: wasPublished,
  },
}

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
  filters: [{ name: 'status', label: labels.status, options: toOptions(articleStatusLabels) }],
  columns: [
    { id: 'title', title: labels.heading, sort: 'title', text: (row) => row.title },
    createStateColumn(articleStatusLabels, tones),
    {
      id: 'category',
      title: labels.category,
      isSecondary: true,
      text: (row) =>
        (row.categories ?? []).map((category) => findLabel(categoryLabels, category)).join(', '),
    },
    createMomentColumn('published', labels.published, (row) => row.published_at, {
      sort: 'published_at',
    }),
    createMomentColumn('updated', labels.updated, (row) => row.updated_at, {
      sort: 'updated_at',
      isSecondary: true,
    }),
  ],
  fields: [
    { name: 'title', label: labels.heading, required: true },
    { name: 'slug', label: labels.slug, formMode: 'edit', required: true },
    { name: 'excerpt', label: labels.excerpt, kind: 'area', rows: 3, emptyValue: '' },
    {
      name: 'content',
      label: labels.content,
      hint: labels.contentHint,
      kind: 'markdown',
      rows: 18,
      emptyValue: '',
      isRequiredToPublish: isPublic,
    },
    {
      name: 'category',
      recordField: 'categories',
      label: labels.categories,
      kind: 'choices',
      options: toOptions(categoryLabels),
      isRequiredToPublish: isPublic,
    },
    { name: 'tags', label: labels.tags, kind: 'tags' },
    { name: 'image_url', label: labels.image_url, kind: 'picture' },
    { name: 'image_alt', label: labels.image_alt, hint: labels.imageAltHint },
    { name: 'video_url', label: labels.video_url },
    createChoiceField('status', labels.status, articleStatusLabels),
    { name: 'publish_at', label: labels.publish_at, hint: labels.publishHint, kind: 'moment' },
    { name: 'featured', label: labels.featured, kind: 'check' },
  ],
  newHeading: adminList.newRecord.article,
  emptyHint: emptyHints.articles,
  canRemove: true,
  heading: (row) => row.title,
  findSaveConfirmation: findArticleConfirmation,
  readiness: articleReadiness,
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
    publishAction,
    addUndo<PostAdmin>(
      source,
      ['status'],
      createStatusAction(source, 'draft', adminArticle.hideSome),
    ),
    createRemoveAction(source),
  ],
}

/** Preview of the article, rendered by the content service shortly after typing stops. */
function ArticlePreview({ values, row }: { values: Values; row: PostAdmin | null }) {
  const content = useDebouncedValue(String(values.content ?? ''), searchDebounce)
  const { data: rendered, error } = useAdminPreview(calls.postPreview, { content })
  const picture = String(values.image_url ?? '')
  const [view, setView] = useState<'wide' | 'phone' | 'lists'>('wide')
  return (
    // Keyboard users must be able to scroll this region.
    <section
      className={view === 'phone' ? 'ad-preview is-phone' : 'ad-preview'}
      aria-label={adminArticle.preview}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the end of a long article cannot be reached.
      tabIndex={0}
    >
      <div className="row-wrap ad-row">
        <p className="cap" aria-hidden="true">
          {adminArticle.preview}
        </p>
        <Chips label={adminArticle.widths}>
          {Object.entries(previewViews).map(([key, label]) => (
            <Chip
              key={key}
              pressed={key === view}
              onClick={() => setView(key as keyof typeof previewViews)}
            >
              {label}
            </Chip>
          ))}
        </Chips>
      </div>
      {view === 'lists' ? (
        <ListPreview values={values} slug={row?.slug} rendered={rendered} />
      ) : (
        <>
          <p className="ad-preview-title">{String(values.title ?? '') || adminArticle.noTitle}</p>
          {rendered && <p className="xs mute num">{adminArticle.minutes(rendered.read_minutes)}</p>}
          {picture && (
            <img className="ad-media" src={picture} alt={String(values.image_alt ?? '')} />
          )}
          <p className="lead">{String(values.excerpt ?? '')}</p>
          {error && (
            <Note tone="warn" role="status">
              {describeProblem(error, adminArticle.previewFailed)}
            </Note>
          )}
          <div
            className="prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the service sanitizes this HTML, as it does for the public page.
            dangerouslySetInnerHTML={{ __html: rendered?.content_html ?? '' }}
          />
        </>
      )}
    </section>
  )
}

const previewViews = {
  wide: adminArticle.wide,
  phone: adminArticle.phone,
  lists: adminArticle.lists,
}

type ListPreviewProps = {
  values: Values
  slug: string | undefined
  rendered: PostPreviewRead | undefined
}

/** The article as a card of the blog, and as search engines and messengers show its page. */
function ListPreview({ values, slug, rendered }: ListPreviewProps) {
  const { siteName } = useSettings()
  const title = String(values.title ?? '') || adminArticle.noTitle
  const excerpt = String(values.excerpt ?? '').trim() || (rendered?.excerpt ?? '')
  const picture = String(values.image_url ?? '')
  const [category = ''] = String(values.category ?? '').split(', ')
  const typedSlug = String(values.slug ?? '') || slug
  const address = typedSlug ? pages.article(typedSlug).split('/').filter(Boolean) : ['blog', '…']
  return (
    <>
      <article className="ad-as-card" aria-label={adminArticle.asCard}>
        <p className="cap">{adminArticle.asCard}</p>
        {picture ? (
          <img src={picture} alt={String(values.image_alt ?? '')} />
        ) : (
          <p className="xs mute">{adminArticle.drawingInstead}</p>
        )}
        {category && <p className="xs mute">{findLabel(categoryLabels, category)}</p>}
        <p className="strong">{title}</p>
        <p className="ink2 s">{excerpt}</p>
        {rendered && <p className="xs mute num">{adminArticle.minutes(rendered.read_minutes)}</p>}
      </article>
      <article className="ad-as-result" aria-label={adminArticle.asResult}>
        <p className="cap">{adminArticle.asResult}</p>
        <p className="xs mute">{[window.location.host, ...address].join(' › ')}</p>
        <p className="strong">{`${title} — ${siteName}`}</p>
        <p className="ink2 s">{excerpt}</p>
        {!slug && <p className="xs mute">{adminArticle.addressLater}</p>}
      </article>
    </>
  )
}

/** Earlier versions of an article, newest first. Each can be expanded and restored. */
function Revisions({ row }: { row: PostAdmin }) {
  const query = useAdminQuery(calls.contentAdminAction('posts', row.id, 'revisions'), ['Post'])
  return (
    <QueryBlock
      title={adminArticle.revisions}
      query={query}
      errorTitle={adminArticle.revisionsFailed}
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className="s mute">{adminArticle.noRevisions}</p>
        ) : (
          items.map(({ id, editor_name, saved_at, title, excerpt, content }) => (
            <Disclosure
              key={id}
              className="s"
              summary={adminArticle.by(editor_name, formatDayAndTime(saved_at))}
            >
              <div className="stack-12">
                <p className="strong">{title}</p>
                <p className="ad-text">{content}</p>
                <div className="btns">
                  <ActionButton
                    change={createChange(
                      'PATCH',
                      calls.contentAdminItem('posts', row.id),
                      ['Post'],
                      {
                        title,
                        excerpt,
                        content,
                        version: row.version,
                      },
                    )}
                    confirmation={{
                      title: adminArticle.restoreQuestion,
                      hint: adminArticle.restoreHint,
                      confirm: adminArticle.restore,
                    }}
                  >
                    {adminArticle.restore}
                  </ActionButton>
                </div>
              </div>
            </Disclosure>
          ))
        )
      }
    </QueryBlock>
  )
}

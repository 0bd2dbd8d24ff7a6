// Finds the data that a car, an article or a team member lacks for its public page, and the question before such a record is published.

import type { PostAdmin } from '../../../api/wire/content.ts'
import {
  adminArticle,
  adminCar,
  adminMember,
  publishing,
} from '../../../shared/texts/adminContent.ts'
import type { Values } from '../record/formValues.ts'
import type { SaveConfirmation } from '../section.ts'

/** A record, or the values of its form: both have the same names for the fields that are checked here. */
type RecordValues = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 0 ||
  // A form has the number 0 as text.
  value === '0' ||
  (Array.isArray(value) && value.length === 0)

/** The data that the public page of a car lacks. A form has its cover among the other pictures. */
export function findMissingCarData(car: RecordValues): string[] {
  const { needs } = adminCar
  const missing = [
    car.fuel !== 'electric' && isEmpty(car.engine_volume_l) && needs.volume,
    isEmpty(car.power_hp) && needs.power,
    isEmpty(car.price_eur) && isEmpty(car.price_rub) && needs.price,
    isEmpty(car.description) && needs.description,
    isEmpty(car.image_url) && isEmpty(car.images) && needs.pictures,
    isEmpty(car.length_mm) && needs.length,
  ]
  return missing.filter((need) => need !== false)
}

/** The parts that the service replaces in an article without them. */
export function findMissingArticleData(article: RecordValues): string[] {
  const { needs } = adminArticle
  const missing = [
    isEmpty(article.excerpt) && needs.excerpt,
    isEmpty(article.image_url) && needs.picture,
  ]
  return missing.filter((need) => need !== false)
}

/** The parts of a team member's row on the page about the company that would be empty. */
export function findMissingMemberData(member: RecordValues): string[] {
  const { needs } = adminMember
  const missing = [
    isEmpty(member.avatar) && needs.portrait,
    isEmpty(member.work) && needs.work,
    isEmpty(member.phone) && isEmpty(member.email) && needs.contact,
  ]
  return missing.filter((need) => need !== false)
}

/** The question before a team member that lacks data is published. */
export function findMemberConfirmation(values: Values, member: { status: string } | null) {
  if (values.status !== 'published' || member?.status === 'published') return undefined
  const missing = findMissingMemberData(values)
  if (missing.length === 0) return undefined
  return {
    title: publishing.question(String(values.name)),
    hint: adminMember.incomplete,
    missing,
    confirm: publishing.anyway,
    cancel: publishing.back,
    variant: 'solid',
  } satisfies SaveConfirmation
}

/** The question before a car that lacks data is published. A complete car needs no question. */
export function findCarConfirmation(values: Values, car: { status: string } | null) {
  if (values.status !== 'published' || car?.status === 'published') return undefined
  const missing = findMissingCarData(values)
  if (missing.length === 0) return undefined
  return {
    title: publishing.question(`${values.brand} ${values.model}`),
    hint: adminCar.incomplete,
    missing,
    confirm: publishing.anyway,
    cancel: publishing.back,
    variant: 'solid',
  } satisfies SaveConfirmation
}

/**
 * The question before the first publication of an article, of which subscribers are notified, and before an article
 * without an excerpt or a picture is published or scheduled.
 */
export function findArticleConfirmation(
  values: Values,
  article: Pick<PostAdmin, 'status' | 'published_at'> | null,
): SaveConfirmation | undefined {
  const { status } = values
  const isScheduled = status === 'scheduled' && values.publish_at !== ''
  if ((status !== 'published' && !isScheduled) || article?.status === status) return undefined
  const missing = findMissingArticleData(values)
  const isFirstPublication = status === 'published' && !article?.published_at
  if (missing.length === 0 && !isFirstPublication) return undefined
  const confirmAnyway = isScheduled ? publishing.scheduleAnyway : publishing.anyway
  const question = isScheduled ? publishing.scheduleQuestion : publishing.question
  return {
    title: question(String(values.title)),
    hint: isFirstPublication ? adminArticle.publishHint : undefined,
    missing,
    confirm: missing.length > 0 ? confirmAnyway : adminArticle.publish,
    cancel: publishing.back,
    variant: 'solid',
  }
}

/** One line for each record that lacks data, for the question before several records are published. */
export const describeIncomplete = <Row>(
  rows: readonly Row[],
  formatName: (row: Row) => string,
  findMissing: (row: Row) => string[],
): string[] =>
  rows.flatMap((row) => {
    const missing = findMissing(row)
    return missing.length > 0 ? [`${formatName(row)}: ${missing.join(', ')}`] : []
  })

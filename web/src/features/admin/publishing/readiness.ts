// Finds the data that a car, an article or a team member lacks for its public page, and the question before such a record is published.

import type { CarAdmin, PostAdmin, TeamMemberAdmin } from '../../../api/wire/content.ts'
import {
  adminArticle,
  adminCar,
  adminMember,
  publishing,
} from '../../../shared/texts/adminContent.ts'
import type { Values } from '../record/formValues.ts'
import type { MissingPart, ReadinessCheck, SaveConfirmation } from '../section.ts'

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

/** The missing parts. `false` stands for a part that the record has. */
const keepMissing = (parts: readonly (false | MissingPart)[]): MissingPart[] =>
  parts.filter((part) => part !== false)

const listTexts = (parts: readonly MissingPart[]) => parts.map(({ text }) => text)

/** The id of the inspection's form in an open car. */
export const inspectionAnchor = 'car-inspection'

/** What the public page of a car lacks. A form has its cover among the other pictures. */
export function findMissingCarData(car: RecordValues): MissingPart[] {
  const { needs } = adminCar
  return keepMissing([
    isEmpty(car.year) && { text: needs.year, field: 'year', isRequired: true },
    isEmpty(car.body_type) && { text: needs.body, field: 'body_type', isRequired: true },
    isEmpty(car.fuel) && { text: needs.fuel, field: 'fuel', isRequired: true },
    // A new car may have driven 0 km.
    car.mileage_km === '' && { text: needs.mileage, field: 'mileage_km', isRequired: true },
    isEmpty(car.power_hp) && { text: needs.power, field: 'power_hp' },
    car.fuel !== 'electric' &&
      isEmpty(car.engine_volume_l) && { text: needs.volume, field: 'engine_volume_l' },
    isEmpty(car.price_eur) && isEmpty(car.price_rub) && { text: needs.price, field: 'price_eur' },
    isEmpty(car.length_mm) && { text: needs.length, field: 'length_mm' },
    isEmpty(car.description) && { text: needs.description, field: 'description' },
    isEmpty(car.image_url) && isEmpty(car.images) && { text: needs.pictures, field: 'images' },
    !car.is_inspected && findMissingInspection(car),
  ])
}

/** An inspection is saved with a car that exists. */
const findMissingInspection = ({ id }: RecordValues): MissingPart =>
  id
    ? { text: adminCar.needs.inspection, anchor: inspectionAnchor }
    : { text: adminCar.needs.inspectionLater }

/** What a form of a car does not have itself. */
const addSavedParts = (values: Values, car: Pick<CarAdmin, 'id' | 'is_inspected'> | null) => ({
  ...values,
  id: car?.id,
  is_inspected: car?.is_inspected,
})

export const carReadiness: ReadinessCheck<CarAdmin> = {
  title: adminCar.notReady,
  find: (values, car) => findMissingCarData(addSavedParts(values, car)),
  isDraft: ({ status }) => status === 'hidden',
}

/** What an article lacks. The service replaces a missing excerpt and picture. */
export function findMissingArticleData(article: RecordValues): MissingPart[] {
  const { needs } = adminArticle
  return keepMissing([
    isEmpty(article.content) && { text: needs.content, field: 'content', isRequired: true },
    isEmpty(article.category) && { text: needs.category, field: 'category', isRequired: true },
    isEmpty(article.excerpt) && { text: needs.excerpt, field: 'excerpt' },
    isEmpty(article.image_url) && { text: needs.picture, field: 'image_url' },
  ])
}

export const articleReadiness: ReadinessCheck<PostAdmin> = {
  title: adminArticle.notReady,
  find: findMissingArticleData,
  isDraft: ({ status }) => status === 'draft',
}

/** The parts of a team member's row on the page about the company that would be empty. */
export function findMissingMemberData(member: RecordValues): MissingPart[] {
  const { needs } = adminMember
  return keepMissing([
    isEmpty(member.position) && { text: needs.position, field: 'position', isRequired: true },
    isEmpty(member.avatar) && { text: needs.portrait, field: 'avatar' },
    isEmpty(member.work) && { text: needs.work, field: 'work' },
    isEmpty(member.phone) && isEmpty(member.email) && { text: needs.contact, field: 'phone' },
  ])
}

export const memberReadiness: ReadinessCheck<TeamMemberAdmin> = {
  title: adminMember.notReady,
  find: findMissingMemberData,
  isDraft: ({ status }) => status === 'draft',
}

/** The question before a team member that lacks data is published. */
export function findMemberConfirmation(values: Values, member: { status: string } | null) {
  if (values.status !== 'published' || member?.status === 'published') return undefined
  const missing = listTexts(findMissingMemberData(values))
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
export function findCarConfirmation(
  values: Values,
  car: Pick<CarAdmin, 'id' | 'is_inspected' | 'status'> | null,
) {
  if (values.status !== 'published' || car?.status === 'published') return undefined
  const missing = listTexts(findMissingCarData(addSavedParts(values, car)))
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
  const missing = listTexts(findMissingArticleData(values))
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
  findMissing: (row: Row) => MissingPart[],
): string[] =>
  rows.flatMap((row) => {
    const missing = listTexts(findMissing(row))
    return missing.length > 0 ? [`${formatName(row)}: ${missing.join(', ')}`] : []
  })

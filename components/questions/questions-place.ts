import { hrefOf } from '../ui/href.ts'

/** What the page of questions shows, as its URL says: a question, or a new one about an order or a charge. */
export interface QuestionsPlace {
  readonly id: number | null
  readonly orderId: number | null
  readonly chargeId: number | null
  /** Id of the question after which the list continues. */
  readonly cursor: number | null
}

const path = '/questions'

const numberOf = (value: unknown): number | null =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null

/** The place that a query string names; what is no number counts as absent. */
export const questionsPlace = (search: Readonly<Record<string, unknown>>): QuestionsPlace => ({
  id: numberOf(search.id),
  orderId: numberOf(search.order),
  chargeId: numberOf(search.charge),
  cursor: numberOf(search.cursor),
})

export const questionHref = (id: number): string => hrefOf(path, { id })

export const askAboutOrderHref = (order: number): string => hrefOf(path, { order })

export const askAboutChargeHref = (charge: number): string => hrefOf(path, { charge })

export const olderQuestionsHref = (cursor: number): string => hrefOf(path, { cursor })

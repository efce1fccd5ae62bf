import { hrefOf } from '../ui/href.ts'

/**
 * Parameters in the URL of the page 1:1 문의: the question to show (`id`), or the order or charge that a new question is
 * about. A missing parameter is null.
 */
export interface QuestionsQuery {
  readonly id: number | null
  readonly orderId: number | null
  readonly chargeId: number | null
  /** Id of the last question of the previous page, after which the list continues. */
  readonly cursor: number | null
}

const path = '/questions'

const idOf = (value: unknown): number | null =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null

/** Reads the parameters from a query string; a value that isn't an id counts as absent. */
export const parseQuestionsQuery = (search: Readonly<Record<string, unknown>>): QuestionsQuery => ({
  id: idOf(search.id),
  orderId: idOf(search.order),
  chargeId: idOf(search.charge),
  cursor: idOf(search.cursor),
})

export const questionHref = (id: number): string => hrefOf(path, { id })

export const askAboutOrderHref = (order: number): string => hrefOf(path, { order })

export const askAboutChargeHref = (charge: number): string => hrefOf(path, { charge })

export const olderQuestionsHref = (cursor: number): string => hrefOf(path, { cursor })

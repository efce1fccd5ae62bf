import { z } from 'zod'
import { text } from './text.ts'

/**
 * Path parameters of a call on one item: its id, a positive integer of at most nine digits (docs/contract.md#wire).
 * Anything else answers 404.
 */
export const idParams = z.object({
  id: text(9)
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
})

/** Header with the total number of rows of a list, sent with one page of it. */
export const totalCountHeader = (total: number): Record<string, string> => ({ 'x-total-count': String(total) })

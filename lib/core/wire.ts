import { z } from 'zod'
import { text } from './text.ts'

/** Every id is a JSON integer (docs/contract.md#wire); in a path, digits. What can't be one is not there. */
export const idParams = z.object({
  id: text(9)
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
})

/** The header a list's whole count goes in, beside the page itself. */
export const countHeader = (total: number): Record<string, string> => ({ 'x-total-count': String(total) })

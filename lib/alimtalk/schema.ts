import { z } from 'zod'
import { text } from '#lib/core/text.ts'

/** The code that was sent to the member's own number. */
export const phoneCodeInput = z.object({ sendCode: text(20) })

/** A member's choices: whether he is told by telephone of credited charges, held auto orders and ended orders. */
export const alertChoicesInput = z.object({ charge: z.boolean(), hold: z.boolean(), order: z.boolean() })

export type AlertChoices = z.output<typeof alertChoicesInput>

/**
 * Choices with the number that the messages go to, of which only the ends can be read; null without a number.
 * `isVerified`: whether a code proved that the number is the member's. `isOffered`: whether the shop can send messages.
 */
export const alertState = alertChoicesInput.extend({
  phone: z.string().nullable(),
  isVerified: z.boolean(),
  isOffered: z.boolean(),
})

export type AlertState = z.output<typeof alertState>

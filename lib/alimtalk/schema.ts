import { z } from 'zod'
import { text } from '#lib/core/text.ts'

/** Verification code that was sent to the member's phone number. */
export const phoneCodeInput = z.object({ sendCode: text(20) })

/**
 * A member's choices: whether he gets notices by telephone about credited charges, held auto orders and ended orders.
 */
export const alertChoicesInput = z.object({ charge: z.boolean(), hold: z.boolean(), order: z.boolean() })

/** Which notices by telephone a member wants. */
export type AlertChoices = z.output<typeof alertChoicesInput>

/**
 * A member's choices, and the phone number that the notices go to, with its middle digits masked; null without a
 * number. `isVerified`: a code has proved that the number is his. `isOffered`: the shop can send notices by telephone.
 */
export const alertSettings = alertChoicesInput.extend({
  phone: z.string().nullable(),
  isVerified: z.boolean(),
  isOffered: z.boolean(),
})

export type AlertSettings = z.output<typeof alertSettings>

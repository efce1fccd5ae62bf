import { z } from 'zod'
import { formText } from '#lib/core/form-fields.ts'
import { loginIdText, passwordText } from '#lib/members/schema.ts'
import { normalizeCode } from '#lib/staff/rules.ts'

export const loginInput = z.object({ id: loginIdText, password: passwordText })

export type LoginInput = z.output<typeof loginInput>

/**
 * Response to a login. Staff outside the demo get a ticket for the second step; `enrol` is true if they have no
 * authenticator yet (docs/contract.md#second-factor).
 */
export const loginAnswer = z.union([
  z.object({ accessToken: z.string(), recoveryCodes: z.array(z.string()).optional() }),
  z.object({ totpRequired: z.literal(true), ticket: z.string(), enrol: z.boolean() }),
])

export type LoginAnswer = z.output<typeof loginAnswer>

/** The ticket that staff got for their password, for the second step of the login. */
export const loginTicketInput = z.object({ ticket: formText(200) })

/** Second step of a staff login. `enrolCode` is a code from an OWNER, which setting up an authenticator may need. */
export const totpInput = loginTicketInput.extend({
  code: formText(100).transform(normalizeCode),
  enrolCode: formText(100).transform(normalizeCode),
})

export type TotpInput = z.output<typeof totpInput>

/** Data to set up an authenticator. `qr` draws `uri`: an SVG path in a square of `size` units. */
export const totpEnrolment = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.int(), path: z.string() }),
  /** True if a code from an OWNER is also needed to set up the authenticator. */
  needsEnrolCode: z.boolean(),
})

export type TotpEnrolment = z.output<typeof totpEnrolment>

/** Number of sessions that were ended. */
export const endedSessions = z.object({ ended: z.int() })

export const sessionRow = z.object({
  id: z.uuid(),
  /** The shortened User-Agent of the browser. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** True for the session of the request itself. */
  current: z.boolean(),
})

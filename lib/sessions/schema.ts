import { z } from 'zod'
import { formText } from '#lib/core/field-errors.ts'
import { loginIdText, passwordText } from '#lib/members/schema.ts'
import { foldCode } from '#lib/staff/rules.ts'

export const loginInput = z.object({ id: loginIdText, password: passwordText })

export type LoginInput = z.output<typeof loginInput>

/**
 * Response to a login. Staff outside the demo get a ticket first; `enrol` is true if they have no authenticator yet
 * (docs/contract.md#second-factor).
 */
export const loggedIn = z.union([
  z.object({ accessToken: z.string(), recoveryCodes: z.array(z.string()).optional() }),
  z.object({ totpRequired: z.literal(true), ticket: z.string(), enrol: z.boolean() }),
])

export type LoggedIn = z.output<typeof loggedIn>

export const ticketInput = z.object({ ticket: formText(200) })

/** `enrolCode` is a code from an OWNER, which may be required for setting up an authenticator. */
export const totpInput = ticketInput.extend({
  code: formText(100).transform(foldCode),
  enrolCode: formText(100).transform(foldCode),
})

export type TotpInput = z.output<typeof totpInput>

export const totpEnrolment = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.int(), path: z.string() }),
  /** True if an OWNER's code is required in addition to the authenticator's. */
  needsEnrolCode: z.boolean(),
})

export type TotpEnrolment = z.output<typeof totpEnrolment>

export const sessionRow = z.object({
  id: z.uuid(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
})

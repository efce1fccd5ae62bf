import { z } from 'zod'
import { text } from '#lib/core/text.ts'
import { issuerKinds } from './labels.ts'

/** Path parameter of an issuer's calls. An unknown kind answers 404. */
export const issuerParams = z.object({ kind: text(20).pipe(z.enum(issuerKinds)) })

export const issuingInput = z.object({ on: z.boolean() })

export const issuerRow = z.object({
  kind: z.enum(issuerKinds),
  /** Since when the service issues receipts, and who switched it on; null if it issues none. */
  issuesSince: z.iso.datetime().nullable(),
  issuesBy: z.string().nullable(),
  /** Numbers of its documents that wait to be issued, and of those about which staff have to decide. */
  waiting: z.int(),
  failed: z.int(),
})

export type IssuerRow = z.output<typeof issuerRow>

export const issuerList = z.object({ rows: z.array(issuerRow) })

/** Address of a page of the service, which anybody who has the address can open for a short while: never store it. */
export const documentLink = z.object({ url: z.string() })

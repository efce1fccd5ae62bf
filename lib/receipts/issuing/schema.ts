import { z } from 'zod'
import { text } from '#lib/core/text.ts'
import { issuerKinds } from './labels.ts'

/** Path of an issuer's calls. Any other name answers 404. */
export const issuerParams = z.object({ kind: text(20).pipe(z.enum(issuerKinds)) })

export const issuingInput = z.object({ on: z.boolean() })

export const issuerRow = z.object({
  kind: z.enum(issuerKinds),
  /** Since when, and by whom, it issues receipts; null: it issues none. */
  issuesSince: z.iso.datetime().nullable(),
  issuesBy: z.string().nullable(),
  /** Its documents that wait to be issued, and those about which staff have to decide. */
  waiting: z.int(),
  failed: z.int(),
})

export type IssuerRow = z.output<typeof issuerRow>

export const issuerList = z.object({ rows: z.array(issuerRow) })

/** Address of a page of the service, which lets whoever has it in for a short while: never store it. */
export const documentLink = z.object({ url: z.string() })

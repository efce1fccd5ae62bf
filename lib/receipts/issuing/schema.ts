import { z } from 'zod'
import { text } from '#lib/core/text.ts'
import { issuerKinds } from './labels.ts'

/** Path parameter of an issuer's calls. An unknown kind leads to status 404. */
export const issuerParams = z.object({ kind: text(20).pipe(z.enum(issuerKinds)) })

/** Switches the issuing of receipts by a connected service on or off. */
export const issuingInput = z.object({ on: z.boolean() })

/** A connected service that can issue receipts, as staff see it. */
export const issuerRow = z.object({
  kind: z.enum(issuerKinds),
  /** Since when this issuer issues receipts; null if it is switched off. */
  issuesSince: z.iso.datetime().nullable(),
  /** Login id of the OWNER who switched issuing on; null if it is off. */
  issuesBy: z.string().nullable(),
  /** Number of documents that wait to be issued by this issuer. */
  waiting: z.int(),
  /** Number of documents that this issuer failed to issue, so that staff have to decide about them. */
  failed: z.int(),
})

export type IssuerRow = z.output<typeof issuerRow>

export const issuerList = z.object({ rows: z.array(issuerRow) })

/**
 * URL of the issuer's web page that shows a document. Anybody who has it can open the page for a short while: never
 * store it.
 */
export const documentLink = z.object({ url: z.string() })

import { z } from 'zod'
import { text } from '#lib/core/text.ts'
import { sourceKinds } from './labels.ts'

/** Path parameter of a source's calls. For an unknown kind the response is 404. */
export const sourceParams = z.object({ kind: text(20).pipe(z.enum(sourceKinds)) })

/** Body of a webhook: any object. The adapter reads its fields from the bytes, after it has verified what it can. */
export const sourceWebhookBody = z.record(text(100), z.unknown())

/** `on`: whether the source may credit charges without staff. */
export const creditingInput = z.object({ on: z.boolean() })

/** A deposit source, connected or not, as shown to staff. */
export const sourceRow = z.object({
  kind: z.enum(sourceKinds),
  /** Address to which the deposit source sends its webhooks; null if it sends none. */
  webhookUrl: z.string().nullable(),
  /** How many of its suggestions in a row staff have accepted. */
  right: z.int(),
  /** How many of its deposits wait for staff. */
  waiting: z.int(),
  /** Since when its deposits may credit without staff; null if they only suggest matches. */
  creditsSince: z.iso.datetime().nullable(),
  /** Login id of the OWNER who allowed crediting without staff; null if nobody has. */
  creditsBy: z.string().nullable(),
})

export type SourceRow = z.output<typeof sourceRow>

export const sourceList = z.object({ rows: z.array(sourceRow) })

/** A way in which deposits arrive without a connection. `isOn` is true if it can be used. */
export type OtherDepositSource = {
  readonly source: 'HOOK' | 'IMPORT'
  readonly isOn: boolean
  /** When the last deposit arrived this way; null if none has. */
  readonly lastAt: string | null
}

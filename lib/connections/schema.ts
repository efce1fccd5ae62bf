import { z } from 'zod'
import { text, trimmedText } from '#lib/core/text.ts'
import { connectionKinds, connectionStates } from './labels.ts'

/** Maximum number of characters of a value. The outside services' longest keys have 200. */
const MAX_VALUE_LENGTH = 500
const MAX_FIELDS = 20

/** Path parameter of a connection's calls. An unknown kind leads to status 404. */
export const connectionParams = z.object({ kind: text(20).pipe(z.enum(connectionKinds)) })

/**
 * Values of a connection's form by field name. `baseUrl` is an address other than the outside service's own, which only
 * tests and the demo allow. A secret that is left out or empty keeps its stored value.
 */
export const connectionInput = z.object({
  values: z
    .record(text(40), trimmedText(MAX_VALUE_LENGTH))
    .refine((values) => Object.keys(values).length <= MAX_FIELDS),
  baseUrl: trimmedText(500).nullish(),
})

export type ConnectionInput = z.output<typeof connectionInput>

/** A connection as staff see it, without its secrets: `hints` has only the last characters of each stored secret. */
export const connectionRow = z.object({
  kind: z.enum(connectionKinds),
  state: z.enum(connectionStates),
  settings: z.record(z.string(), z.string()),
  hints: z.record(z.string(), z.string()),
  baseUrl: z.string().nullable(),
  /** Why the last request failed, in Korean; null if it didn't fail. */
  error: z.string().nullable(),
  /** Since when requests have been failing; null if the last one didn't fail. */
  failingSince: z.iso.datetime().nullable(),
  /**
   * When the values were last checked, or a request last failed; null if neither has happened since they were saved.
   */
  checkedAt: z.iso.datetime().nullable(),
  /** When the outside service itself, at its own address, first accepted the stored values; null if it never has. */
  verifiedAt: z.iso.datetime().nullable(),
  connectedAt: z.iso.datetime().nullable(),
  /** When the new values of a pending change take effect; null if no change is pending. */
  effectiveAt: z.iso.datetime().nullable(),
})

export type ConnectionRow = z.output<typeof connectionRow>

export const connectionList = z.object({ rows: z.array(connectionRow) })

import { z } from 'zod'
import { cursorField } from '#lib/core/list-query.ts'
import { pendingChangeKinds, pendingChangeStates } from './labels.ts'

/** A change as staff see it: the name of what changes, and its value before and after, with secrets masked. */
export const shownChange = z.object({ name: z.string(), before: z.string(), after: z.string() })

export type ShownChange = z.output<typeof shownChange>

export const pendingChange = z.object({
  id: z.int(),
  kind: z.enum(pendingChangeKinds),
  /** Identifies what changes: the key of a setting, the id of a member or provider, or the kind of a connection. */
  subject: z.string(),
  ...shownChange.shape,
  needsConsent: z.boolean(),
  state: z.enum(pendingChangeStates),
  /** Login id of the OWNER who requested the change. */
  askedBy: z.string(),
  /** Member id of the OWNER who requested the change. */
  askedByNo: z.int(),
  createdAt: z.iso.datetime(),
  effectiveAt: z.iso.datetime(),
  /**
   * Login id of the OWNER who decided on the change or replaced it. Null while it waits, and if its waiting time has
   * passed.
   */
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
})

export type PendingChangeRow = z.output<typeof pendingChange>

export const pendingChangeList = z.object({
  rows: z.array(pendingChange),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

export const pendingChangeQuery = z.object({
  status: z.enum(pendingChangeStates).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export const decidedChange = z.object({ id: z.int(), state: z.enum(pendingChangeStates) })

export type DecidedChange = z.output<typeof decidedChange>

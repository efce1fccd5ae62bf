import { z } from 'zod'
import { dayFields } from '#lib/core/list-query.ts'
import { text } from '#lib/core/text.ts'

export const auditQuery = z.object({
  ...dayFields,
  /**
   * Free-text search for the id of an entry or a subject, a subject with its type (`order 10001`), the beginning of an
   * action, the login id of an actor, an IP address, or beginnings of words of the reason.
   */
  q: text(200).default(''),
  /** One action (`charge.approve`), or all actions on a noun (`charge`). */
  action: text(60).optional(),
  /** Member id of the actor. */
  actor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  /** All subjects of a type (`order`), or one subject (`order 10001`). */
  subject: text(100).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

export type AuditQuery = z.output<typeof auditQuery>

export const auditRow = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Member id of the actor; null for the first migration. */
  actorNo: z.int().nullable(),
  /** Login id of the actor; null for the first migration. */
  actorId: z.string().nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** State of the subject before and after the action, with secrets masked. */
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
  /** Position and hash of the entry in the hash chain; null if the entry isn't linked. */
  seq: z.int().nullable(),
  hash: z.string().nullable(),
})

export type AuditRow = z.output<typeof auditRow>

export const auditRows = z.object({ rows: z.array(auditRow), nextCursor: z.int().nullable(), total: z.int() })

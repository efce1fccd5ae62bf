import { z } from 'zod'
import { text, within } from '#lib/core/text.ts'

/** What the file of it takes: a schema with a rule of its own can't be cut down to fewer fields. */
export const auditFilters = z.object({
  /** A row's or a subject's number, the beginning of an action, a member of staff, an address, words of the reason. */
  q: text(200).default(''),
  /** An action, or all of a noun's: `charge`, `charge.approve`. */
  action: text(60).optional(),
  /** By number. */
  actor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  /** `order`, or `order 10001`. */
  subject: text(100).optional(),
  /** Days in Seoul, both included. */
  from: within(10, z.iso.date()).optional(),
  to: within(10, z.iso.date()).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const auditQuery = auditFilters.refine(({ from, to }) => !from || !to || from <= to)

export type AuditQuery = z.output<typeof auditQuery>

export const auditRow = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorNo: z.int().nullable(),
  actorId: z.string().nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** Without what opens something. */
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
  /** Its place in the chain, and the hash there. */
  seq: z.int().nullable(),
  hash: z.string().nullable(),
})

export type AuditRow = z.output<typeof auditRow>

export const auditRows = z.object({ rows: z.array(auditRow), nextCursor: z.int().nullable(), total: z.int() })

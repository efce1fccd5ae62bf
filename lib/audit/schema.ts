import { z } from 'zod'

export const auditQuery = z.object({
  q: z.string().max(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const auditRow = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorNo: z.int().nullable(),
  actorId: z.string().nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
})

export type AuditRow = z.output<typeof auditRow>

export const auditRows = z.object({ rows: z.array(auditRow), nextCursor: z.int().nullable(), total: z.int() })

import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { cursorField, dayFields } from '#lib/core/list-query.ts'
import { optionalText, text } from '#lib/core/text.ts'
import { taskKinds, taskRefTypes } from '#lib/tasks/labels.ts'
import { taskActions, taskStatuses } from './labels.ts'

export const taskQuery = z.object({
  ...dayFields,
  status: z.enum(taskStatuses).optional(),
  kind: z.enum(taskKinds).optional(),
  q: text(40).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

export type TaskQuery = z.output<typeof taskQuery>

export const taskRow = z.object({
  id: z.number().int(),
  kind: z.enum(taskKinds),
  refType: z.enum(taskRefTypes),
  refId: z.number().int(),
  detail: z.record(z.string(), z.unknown()),
  dueAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  /** Login id of the staff member who resolved the task; null if it is open or was closed automatically. */
  resolvedBy: z.string().nullable(),
  /** The action by which staff resolved the task; null if it is open or was closed automatically. */
  action: z.enum(taskActions).nullable(),
  /** The note that staff gave with the action. */
  note: z.string().nullable(),
  /** Actions that staff can choose; empty if the task is resolved, or closes without staff. */
  actions: z.array(z.enum(taskActions)),
  /** Points that 'apply' or 'cancel' would refund now. */
  refund: z.number().nullable(),
  /** Id of the member whom the task is about. */
  memberNo: z.number().int().nullable(),
  /** Login id of this member. */
  memberId: z.string().nullable(),
  /** Member id of the referrer, if the task is about a referral reward. */
  referrerNo: z.number().int().nullable(),
  referrerId: z.string().nullable(),
  /** Name of the service. */
  serviceText: z.string().nullable(),
  providerName: z.string().nullable(),
  orderStatus: z.number().int().nullable(),
})

export type TaskRow = z.output<typeof taskRow>

export const taskList = z.object({
  rows: z.array(taskRow),
  nextCursor: z.number().int().nullable(),
  total: z.number().int(),
})

const MAX_REMOTE_ID_LENGTH = 64

/** How staff resolve a task. `providerOrderId` is the provider's id of the order or refill, as a text or a number. */
export const taskResolutionInput = z.object({
  action: z.enum(taskActions),
  providerOrderId: z
    .union([text(MAX_REMOTE_ID_LENGTH + 100), z.number().int().positive()])
    .nullish()
    .transform((id) => String(id ?? '').trim())
    .refine((id) => id.length <= MAX_REMOTE_ID_LENGTH),
  reason: optionalText(500),
})

export type TaskResolutionInput = z.output<typeof taskResolutionInput>

/** Response to the resolution of a task. `approval` is present if the action now waits for a second person. */
export const resolvedTask = z.object({
  id: z.number().int(),
  resolvedAt: z.iso.datetime(),
  approval: askedApproval.optional(),
})

export type ResolvedTask = z.output<typeof resolvedTask>

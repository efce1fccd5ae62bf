import { z } from 'zod'
import { asked } from '#lib/approvals/schema.ts'
import { list, note, text, trimmedText, within } from '#lib/core/text.ts'
import { depositPrecisions, depositSources, depositStatuses, waitReasons } from './labels.ts'
import { MOST_DEPOSITS } from './rules.ts'

/** As much as the body of a call takes. */
const MOST_CSV = 256 * 1_024
const MOST_WON = 1_000_000_000_000

const line = (most: number) => trimmedText(most).refine((value) => value !== '' && !/\p{Cc}/u.test(value))

/** One credit as a bank, or whoever listens to it, reports it (docs/contract.md#deposits). */
export const newDeposit = z.object({
  externalId: line(200),
  name: line(100),
  amount: z.int().min(1).max(MOST_WON),
  at: within(40, z.iso.datetime({ offset: true })),
})

export type NewDeposit = z.output<typeof newDeposit>

export const depositList = list(newDeposit, MOST_DEPOSITS, { least: 1 })

/** `at` lies anywhere in the minute or the day, in Seoul, if that is all the bank says. */
export const importedDeposit = newDeposit.extend({ precision: z.enum(depositPrecisions).default('EXACT') })

export type ImportedDeposit = z.output<typeof importedDeposit>

/** What staff import: the hook's list, or a bank's table as CSV. */
export const depositImport = z.union([
  list(importedDeposit, MOST_DEPOSITS, { least: 1 }),
  z.object({ csv: text(MOST_CSV).min(1) }),
])

/** What became of each, in the order they came. */
export const takenDeposits = z.array(
  z.object({
    id: z.int(),
    externalId: z.string(),
    status: z.enum(depositStatuses),
    chargeId: z.int().nullable(),
    /** Why it waits, if it does. */
    reason: z.enum(waitReasons).nullable(),
    /** True if it was reported before; the answer is about the first report. */
    duplicate: z.boolean(),
  }),
)

export type TakenDeposit = z.output<typeof takenDeposits>[number]

export const depositQuery = z.object({
  status: z.enum(depositStatuses).optional(),
  q: text(200).default(''),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

const depositRow = z.object({
  id: z.int(),
  externalId: z.string(),
  name: z.string(),
  amount: z.number(),
  at: z.iso.datetime(),
  precision: z.enum(depositPrecisions),
  source: z.enum(depositSources),
  status: z.enum(depositStatuses),
  /** Why it waits, if it does. */
  reason: z.enum(waitReasons).nullable(),
  /** One when matched, several when split. */
  chargeIds: z.array(z.int()),
  memberNo: z.int().nullable(),
  memberId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  matchedAt: z.iso.datetime().nullable(),
})

export type DepositRow = z.output<typeof depositRow>

export const deposits = z.object({ rows: z.array(depositRow), nextCursor: z.int().nullable(), total: z.int() })

/** A charge that a deposit may be for, or was. */
const depositCharge = z.object({
  id: z.int(),
  memberNo: z.int(),
  memberId: z.string(),
  name: z.string(),
  point: z.number(),
  payAmount: z.number(),
  status: z.int(),
  outcome: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

export type DepositCharge = z.output<typeof depositCharge>

export const depositDetail = depositRow.extend({
  /** What it paid for; while it waits, what it may be for, the likeliest first. */
  charges: z.array(depositCharge),
  /** Login id of who settled it; null for what was matched by itself. */
  settledBy: z.string().nullable(),
  note: z.string().nullable(),
})

export type DepositDetail = z.output<typeof depositDetail>

const chargeId = z.int().positive().max(2_147_483_647)

/** `credited` joins a deposit to a charge that staff had approved before it came; nothing is credited then. */
export const matchInput = z.object({ chargeId, credited: z.boolean().default(false) })

export const splitInput = z.object({ chargeIds: list(chargeId, 50, { least: 2 }) })

/** The other transfers that paid for the charge together with this one. */
export const mergeInput = z.object({ chargeId, depositIds: list(chargeId, 20, { least: 1 }) })

export const returnInput = z.object({ reason: note(500) })

export const settledDeposit = z.object({ id: z.int(), status: z.enum(depositStatuses), chargeIds: z.array(z.int()) })

/** `approval` is what waits for a second person; the deposit goes on waiting until then. */
export const matchedDeposit = settledDeposit.extend({ approval: asked.optional() })

export type MatchedDeposit = z.output<typeof matchedDeposit>

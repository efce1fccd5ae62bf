import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { dayFields, sortField } from '#lib/core/list-query.ts'
import { boundedList, optionalText, text, textParsedBy, trimmedText } from '#lib/core/text.ts'
import { depositPrecisions, depositSources, depositStatuses, waitReasons } from './labels.ts'
import { MAX_DEPOSITS } from './rules.ts'

/** Maximum number of characters of a CSV import: no call accepts a larger body. */
const MAX_CSV_LENGTH = 256 * 1_024
const MAX_WON = 1_000_000_000_000

const lineText = (most: number) => trimmedText(most).refine((value) => value !== '' && !/\p{Cc}/u.test(value))

/** A credit reported by the bank, or by a service that watches the account (docs/contract.md#deposits). */
export const newDeposit = z.object({
  externalId: lineText(200),
  name: lineText(100),
  amount: z.int().min(1).max(MAX_WON),
  at: textParsedBy(40, z.iso.datetime({ offset: true })),
})

export type NewDeposit = z.output<typeof newDeposit>

export const depositList = boundedList(newDeposit, MAX_DEPOSITS, { least: 1 })

/**
 * A deposit of an import. If `precision` is MINUTE or DAY, its actual time is anywhere within the minute or the day (in
 * Seoul) of `at`.
 */
export const importedDeposit = newDeposit.extend({ precision: z.enum(depositPrecisions).default('EXACT') })

export type ImportedDeposit = z.output<typeof importedDeposit>

/**
 * Body of an import by staff: a list of deposits as for the hook, or a bank's table as text. `mapId`: the column map by
 * which the browser has read the table.
 */
export const depositImport = z.union([
  boundedList(importedDeposit, MAX_DEPOSITS, { least: 1 }),
  z.object({
    csv: text(MAX_CSV_LENGTH).min(1),
    mapId: z
      .int()
      .positive()
      .max(2_147_483_647)
      .nullish()
      .transform((id) => id ?? null),
  }),
])

/** Result for each reported or imported deposit, in the order of the request. */
export const depositResults = z.array(
  z.object({
    id: z.int(),
    externalId: z.string(),
    status: z.enum(depositStatuses),
    chargeId: z.int().nullable(),
    /** Reason why it waits; null if it doesn't. */
    reason: z.enum(waitReasons).nullable(),
    /** True if a deposit with this external id was already stored; the other fields are those of the stored deposit. */
    duplicate: z.boolean(),
  }),
)

export type DepositResult = z.output<typeof depositResults>[number]

export const depositQuery = z.object({
  ...dayFields,
  sort: sortField('at', 'amount'),
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
  /** Reason why it waits; null if it doesn't. */
  reason: z.enum(waitReasons).nullable(),
  /** Charges that the deposit paid for: one if it was matched or merged, several if it was split, otherwise none. */
  chargeIds: z.array(z.int()),
  memberNo: z.int().nullable(),
  memberId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  matchedAt: z.iso.datetime().nullable(),
})

export type DepositRow = z.output<typeof depositRow>

export const deposits = z.object({ rows: z.array(depositRow), nextCursor: z.int().nullable(), total: z.int() })

/** A charge that a deposit paid for, or may be for. */
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
  /** Charges that the deposit paid for; while it waits, charges that it may be for, most likely first. */
  charges: z.array(depositCharge),
  /** Login id of the staff member who settled the deposit; null if it was matched automatically. */
  settledBy: z.string().nullable(),
  note: z.string().nullable(),
})

export type DepositDetail = z.output<typeof depositDetail>

const chargeId = z.int().positive().max(2_147_483_647)

/**
 * Match of a deposit with a charge. `credited`: staff have already approved the charge, so the deposit is only assigned
 * to it and credits nothing.
 */
export const matchInput = z.object({ chargeId, credited: z.boolean().default(false) })

export const splitInput = z.object({ chargeIds: boundedList(chargeId, 50, { least: 2 }) })

/**
 * Merge of several deposits into one charge: `depositIds` are those that pay for it together with the deposit of the
 * path.
 */
export const mergeInput = z.object({ chargeId, depositIds: boundedList(chargeId, 20, { least: 1 }) })

export const returnInput = z.object({ reason: optionalText(500) })

export const settledDeposit = z.object({ id: z.int(), status: z.enum(depositStatuses), chargeIds: z.array(z.int()) })

/** Answer of a match by hand. If `approval` is set, the match waits for a second person, and so does the deposit. */
export const matchedDeposit = settledDeposit.extend({ approval: askedApproval.optional() })

export type MatchedDeposit = z.output<typeof matchedDeposit>

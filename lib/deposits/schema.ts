import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { clock } from '#lib/core/clock.ts'
import { cursorField, dayFields, sortField, timeWithOffset } from '#lib/core/list-query.ts'
import { boundedList, optionalText, text, trimmedText } from '#lib/core/text.ts'
import { depositOriginKinds, depositPrecisions, depositStatuses, waitReasons } from './labels.ts'
import { isBooked, MAX_IMPORTED_DEPOSITS } from './rules.ts'

/** Maximum number of characters of a table to import. It equals the maximum number of bytes of a call's whole body. */
const MAX_CSV_LENGTH = 256 * 1_024
/** Largest amount of a deposit, in won. */
const MAX_WON = 1_000_000_000_000

const lineText = (maxLength: number) => trimmedText(maxLength).refine((value) => value !== '' && !/\p{Cc}/u.test(value))

/** A credit reported by the bank, or by a program that watches the account (docs/contract.md#deposits). */
export const newDeposit = z.object({
  /** Id that the bank or the program gives the credit. Each id is stored once. */
  externalId: lineText(200),
  /** Depositor's name. */
  name: lineText(100),
  /** Won. */
  amount: z.int().min(1).max(MAX_WON),
  /** When the bank booked the credit. */
  at: timeWithOffset,
})

export type NewDeposit = z.output<typeof newDeposit>

/** Body of the call by which the bank's side reports deposits. */
export const depositList = boundedList(newDeposit, MAX_IMPORTED_DEPOSITS, { least: 1 })

/** A deposit of an import. If `precision` is MINUTE or DAY, only the minute or the day (in Seoul) of `at` is known. */
export const importedDeposit = newDeposit
  .extend({ precision: z.enum(depositPrecisions).default('EXACT') })
  .refine((deposit) => isBooked(deposit, clock.now()), { path: ['at'] })

export type ImportedDeposit = z.output<typeof importedDeposit>

/**
 * Body of an import by staff: a list of deposits as for the hook, perhaps with their precision, or a table as text.
 * `mapId` is the id of the column map by which the browser has read the bank's table; null if it used none.
 */
export const depositImport = z.union([
  boundedList(importedDeposit, MAX_IMPORTED_DEPOSITS, { least: 1 }),
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

/** Result for each reported or imported deposit, in the sequence of the request body. */
export const depositResults = z.array(
  z.object({
    id: z.int(),
    externalId: z.string(),
    status: z.enum(depositStatuses),
    /**
     * Id of the charge that this deposit alone paid for; null if there is none, or if the deposit was split or merged.
     */
    chargeId: z.int().nullable(),
    /** Reason why the deposit waits; null if it doesn't wait. */
    reason: z.enum(waitReasons).nullable(),
    /**
     * False only if this request stored the deposit. If true, the other fields are those of the deposit stored before.
     */
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
  cursor: cursorField,
})

/** A deposit as shown to staff. */
const depositRow = z.object({
  id: z.int(),
  externalId: z.string(),
  /** Depositor's name. */
  name: z.string(),
  /** Won. */
  amount: z.number(),
  /** When the bank booked the deposit. */
  at: z.iso.datetime(),
  precision: z.enum(depositPrecisions),
  source: z.enum(depositOriginKinds),
  status: z.enum(depositStatuses),
  /** Reason why the deposit waits; null if it doesn't wait. */
  reason: z.enum(waitReasons).nullable(),
  /** Charges that the deposit paid for: one if it was matched or merged, several if it was split, otherwise none. */
  chargeIds: z.array(z.int()),
  /** Numeric id of the member whose charge the deposit paid for; null if it paid for none, or was split. */
  memberNo: z.int().nullable(),
  /** Login id of the member with the id `memberNo`. */
  memberId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** When the deposit was settled; null until then. */
  matchedAt: z.iso.datetime().nullable(),
})

export type DepositRow = z.output<typeof depositRow>

/**
 * A page of the list of deposits. `nextCursor` is null on the last page. `total` is the number of all rows, at most
 * MAX_COUNTED.
 */
export const depositPage = z.object({ rows: z.array(depositRow), nextCursor: z.int().nullable(), total: z.int() })

/** A charge that a deposit paid for, or may be for. */
const depositCharge = z.object({
  id: z.int(),
  /** The member's numeric id. */
  memberNo: z.int(),
  /** The member's login id. */
  memberId: z.string(),
  /** Depositor's name. */
  name: z.string(),
  /** Points to credit. */
  point: z.number(),
  /** Won to transfer. */
  payAmount: z.number(),
  status: z.int(),
  outcome: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

/** A charge that a deposit paid for, or may be for. */
export type DepositCharge = z.output<typeof depositCharge>

/** A deposit with its charges, as shown to staff. */
export const depositDetail = depositRow.extend({
  /** Charges that the deposit paid for or, while it waits, charges that it may be for, most likely first. */
  charges: z.array(depositCharge),
  /** Login id of the staff member who settled the deposit; null while it waits, and if it was matched automatically. */
  settledBy: z.string().nullable(),
  /**
   * Reason that this staff member gave. While the deposit waits: reason of the last refused approval request about it.
   * Null if there is none.
   */
  note: z.string().nullable(),
})

export type DepositDetail = z.output<typeof depositDetail>

const rowId = z.int().positive().max(2_147_483_647)

/**
 * Match of a deposit with a charge. `credited` is true if staff have already approved the charge: then the deposit is
 * only assigned to it and credits nothing.
 */
export const matchInput = z.object({ chargeId: rowId, credited: z.boolean().default(false) })

/** Ids of the charges that one deposit pays for. */
export const splitInput = z.object({ chargeIds: boundedList(rowId, 50, { least: 2 }) })

/**
 * Merge of several deposits into one charge. `depositIds` are the other deposits that pay for the charge, besides the
 * one whose id is in the URL.
 */
export const mergeInput = z.object({ chargeId: rowId, depositIds: boundedList(rowId, 20, { least: 1 }) })

/** Why staff return a deposit to its payer. */
export const returnInput = z.object({ reason: optionalText(500) })

/** Response after staff settled a deposit: its new status, and the ids of the charges that it pays for. */
export const settledDeposit = z.object({ id: z.int(), status: z.enum(depositStatuses), chargeIds: z.array(z.int()) })

/** Response to a match by hand. If `approval` is set, nothing is matched yet: the match waits for a second person. */
export const matchedDeposit = settledDeposit.extend({ approval: askedApproval.optional() })

/** Response to a match by hand; with `approval`, nothing is matched yet. */
export type MatchedDeposit = z.output<typeof matchedDeposit>

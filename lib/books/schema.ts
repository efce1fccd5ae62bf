import { z } from 'zod'
import { seoulDay } from '#lib/core/list-query.ts'

const idList = z.array(z.int())

/**
 * Ids of faulty rows by check; all lists are empty if the books balance. `entries` are ids of ledger rows, `balances`
 * of members, `bulkOrders` numbers of bulk orders, `debts` of reversed charges, `rewards` of the charges that earned a reward,
 * `promotions` of bonuses and coupons.
 */
export const bookFaultLists = z.object({
  balances: idList,
  entries: idList,
  orders: idList,
  bulkOrders: idList,
  autoOrders: idList,
  charges: idList,
  deposits: idList,
  refunds: idList,
  debts: idList,
  rewards: idList,
  promotions: idList,
})

export type BookFaults = z.output<typeof bookFaultLists>

export const chainFault = z.object({
  entryId: z.int(),
  seq: z.int().nullable(),
  fault: z.enum(['CHANGED', 'REMOVED', 'ADDED', 'BROKEN']),
})

const ledgerFault = chainFault.omit({ seq: true })

const sealFault = z.object({
  sealId: z.int(),
  fault: z.enum(['FORGED', 'AUDIT', 'LEDGER']),
  after: z.int(),
  upTo: z.int(),
})

/**
 * A ledger row that isn't as it was when its leaf was made:
 * - CHANGED, REMOVED, ADDED: the row differs from what the leaf recorded of it.
 * - BROKEN: no row of the leaf that ends with this row differs, but the leaf itself was changed.
 */
export type LedgerFault = z.output<typeof ledgerFault>

/**
 * A seal that doesn't match what it sealed:
 * - FORGED: the seal's own signature is invalid.
 * - AUDIT, LEDGER: rows of the audit trail or the ledger, after `after` and up to `upTo`, were rewritten together with
 *   their hashes.
 */
export type SealFault = z.output<typeof sealFault>

/** Result of a full check: sums that disagree, and rows that differ from their recorded hashes. */
export const proof = z.object({
  faults: bookFaultLists,
  audit: z.array(chainFault),
  ledger: z.array(ledgerFault),
  seals: z.array(sealFault),
  rows: z.object({
    audit: z.int(),
    ledger: z.int(),
    sealedAudit: z.int(),
    sealedLedger: z.int(),
    seals: z.int(),
  }),
  sealedAt: z.iso.datetime().nullable(),
  /** Head of the audit chain. A copy stored elsewhere can prove later that no earlier entry was rewritten. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
})

export type Proof = z.output<typeof proof>

/** The last finished check; `running` is true while another one is under way. */
export const lastBookCheck = z.object({
  balanced: z.boolean().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  /** Login id of the staff member who requested it; null if the worker started it. */
  askedBy: z.string().nullable(),
  running: z.boolean(),
  proof: proof.nullable(),
})

export type LastBookCheck = z.output<typeof lastBookCheck>

export const requestedCheck = z.object({ id: z.int() })

const moneyOf = z.object({ count: z.int(), won: z.number() })

/**
 * Kinds of rows that a comparison lists: the first five explain why the deposits of a day differ from its credits;
 * REFUND_UNSENT is a refund whose money the member doesn't have yet.
 */
export const dayDifferenceKinds = [
  'DEPOSIT_WAITING',
  'DEPOSIT_RETURNED',
  'CREDITED_OTHER_DAY',
  'PAID_OTHER_DAY',
  'NO_DEPOSIT',
  'REFUND_UNSENT',
] as const

export type DayDifferenceKind = (typeof dayDifferenceKinds)[number]

/** A day in Seoul; today if it is absent. */
export const dayQuery = z.object({ day: seoulDay.optional() })

/** A day's money by the shop's own records, in won (docs/contract.md#a-days-money). */
export const dayComparison = z.object({
  day: z.string(),
  deposits: moneyOf,
  /** `credited`: charges paid by bank transfer; `cards`: charges paid by card. */
  credited: moneyOf,
  cards: moneyOf,
  /** Cash refunds that were debited. */
  refunds: moneyOf,
  /** Won between deposits and credits that no difference explains; 0 if the records are complete. */
  unexplained: z.number(),
  /** Number of differences, of which `rows` has the first 200. */
  differences: z.int(),
  rows: z.array(
    z.object({
      kind: z.enum(dayDifferenceKinds),
      /** Number of the deposit, charge or refund that the kind is about. */
      id: z.int(),
      name: z.string(),
      memberId: z.string().nullable(),
      won: z.number(),
    }),
  ),
})

export type DayComparison = z.output<typeof dayComparison>

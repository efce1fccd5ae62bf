import { z } from 'zod'
import { seoulDayField } from '#lib/core/list-query.ts'

const idList = z.array(z.int())

/**
 * Ids of the faulty rows, by check; all lists are empty if the books balance. Some lists have ids of other rows than
 * their names say: `balances` of members, `entries` of ledger rows, `debts` of reversed charges, `rewards` of the
 * charges that earned a referral reward, and `promotions` of bonuses and coupons.
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

/** Ids of the faulty rows, by check; all lists are empty if the books balance. */
export type BookFaults = z.output<typeof bookFaultLists>

/**
 * A fault of the hash chain: an audit row or a link of the chain was tampered with (`AuditChainFault` in
 * lib/audit/check-chain.ts).
 */
export const auditChainFault = z.object({
  entryId: z.int(),
  seq: z.int().nullable(),
  fault: z.enum(['CHANGED', 'REMOVED', 'ADDED', 'BROKEN']),
})

const ledgerFault = auditChainFault.omit({ seq: true })

const sealFault = z.object({
  sealId: z.int(),
  fault: z.enum(['FORGED', 'AUDIT', 'LEDGER']),
  after: z.int(),
  upTo: z.int(),
})

/**
 * A ledger row that differs from its state when its leaf was made (`LedgerLeaf` in lib/books/ledger-leaves.ts):
 * - CHANGED, REMOVED, ADDED: the row differs from what the leaf stores about it.
 * - BROKEN: the leaf itself was changed, but none of its rows; `entryId` is the last id that the leaf covers.
 */
export type LedgerFault = z.output<typeof ledgerFault>

/**
 * A seal that doesn't match the rows that it signed:
 * - FORGED: the seal's signature is invalid, or the previous seal is missing.
 * - AUDIT, LEDGER: rows of the audit trail or the ledger were rewritten together with their hashes. They come after
 *   position `after`, up to position `upTo`.
 *
 * `after` and `upTo` are positions in the audit trail; for LEDGER, they are ids of ledger rows.
 */
export type SealFault = z.output<typeof sealFault>

/** Result of a full check: rows whose sums disagree (`faults`), and rows that differ from their stored hashes. */
export const proof = z.object({
  faults: bookFaultLists,
  audit: z.array(auditChainFault),
  ledger: z.array(ledgerFault),
  seals: z.array(sealFault),
  /**
   * Number of rows of the audit trail and of the ledger, number of these rows that seals and leaves cover, and number
   * of seals.
   */
  rows: z.object({
    audit: z.int(),
    ledger: z.int(),
    sealedAudit: z.int(),
    sealedLedger: z.int(),
    seals: z.int(),
  }),
  /** Time of the last seal; null if there is none. */
  sealedAt: z.iso.datetime().nullable(),
  /**
   * Last link of the audit chain; null if there are no audit rows. A copy that is stored elsewhere can later prove that
   * no earlier row was rewritten.
   */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
})

/** Result of a full check of the books: sums that disagree, and rows that differ from their stored hashes. */
export type Proof = z.output<typeof proof>

/**
 * The last finished check. `balanced`, `checkedAt` and `proof` are null if no check has finished yet. `running` is true
 * while another check is queued or running.
 */
export const lastBookCheck = z.object({
  balanced: z.boolean().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  /** Login id of the staff member who requested the check; null if the worker started it. */
  askedBy: z.string().nullable(),
  running: z.boolean(),
  proof: proof.nullable(),
})

export type LastBookCheck = z.output<typeof lastBookCheck>

/** Response to a request for a check of the books: the check's id. */
export const requestedBookCheck = z.object({ id: z.int() })

const countAndWon = z.object({ count: z.int(), won: z.number() })

/**
 * Kinds of rows that the comparison of a day lists. The first five explain why the sum of the day's deposits differs
 * from that of its credited charges. REFUND_UNSENT is a cash refund that was debited but isn't transferred yet.
 */
export const dayDifferenceKinds = [
  'DEPOSIT_WAITING',
  'DEPOSIT_RETURNED',
  'CREDITED_OTHER_DAY',
  'PAID_OTHER_DAY',
  'NO_DEPOSIT',
  'REFUND_UNSENT',
] as const

/** Kinds of rows that the comparison of a day (`DayComparison`) lists. */
export type DayDifferenceKind = (typeof dayDifferenceKinds)[number]

/** A day in Seoul; today by default. */
export const comparedDayQuery = z.object({ day: seoulDayField.optional() })

/** A day's money according to the shop's own records, in won (docs/contract.md#a-days-money). */
export const dayComparison = z.object({
  day: z.string(),
  deposits: countAndWon,
  /** Charges paid by bank transfer that were credited. */
  credited: countAndWon,
  /** Card charges that were credited (docs/glossary.md). */
  cards: countAndWon,
  /** Cash refunds that were debited. */
  refunds: countAndWon,
  /**
   * Amount by which credits exceed deposits, as far as no listed difference explains it; 0 if the records are complete.
   */
  unexplained: z.number(),
  /** Number of all differences; `rows` contains the first 200. */
  differences: z.int(),
  rows: z.array(
    z.object({
      kind: z.enum(dayDifferenceKinds),
      /** Id of the deposit, charge or cash refund that the difference is about. */
      id: z.int(),
      /** Depositor's name; for a cash refund, the account holder's name. */
      name: z.string(),
      /** Login id of the member; null for a deposit without a charge. */
      memberId: z.string().nullable(),
      won: z.number(),
    }),
  ),
})

/** A day's deposits, charges and cash refunds by the shop's own records, in won. */
export type DayComparison = z.output<typeof dayComparison>

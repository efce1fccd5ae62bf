import { z } from 'zod'

const ids = z.array(z.int())

/**
 * What is wrong with the books, by id: empty lists when they balance. `entries` are ledger rows, `balances` members,
 * `debts` the reversed charges, `rewards` the charges that earned them. */
export const bookFaultLists = z.object({
  balances: ids,
  entries: ids,
  orders: ids,
  autoOrders: ids,
  charges: ids,
  deposits: ids,
  refunds: ids,
  debts: ids,
  rewards: ids,
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

/** CHANGED, REMOVED or ADDED since it was put under a leaf; BROKEN: the leaf that ends there is itself not as it was. */
export type LedgerFault = z.output<typeof ledgerFault>

/** FORGED: the seal itself. AUDIT, LEDGER: what it sealed was written anew, link by link, from `after` on up to `upTo`. */
export type SealFault = z.output<typeof sealFault>

/** What the whole proof found: sums that must agree, and rows that must be as they were written. */
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
  /** Head of the audit chain. A copy kept elsewhere proves later that nothing before it was rewritten. */
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
})

export type Proof = z.output<typeof proof>

/** The last finished proof; `running` while another one runs. */
export const bookState = z.object({
  balanced: z.boolean().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  /** Who asked for it; null for the worker's own. */
  askedBy: z.string().nullable(),
  running: z.boolean(),
  proof: proof.nullable(),
})

export type BookState = z.output<typeof bookState>

export const askedCheck = z.object({ id: z.int() })

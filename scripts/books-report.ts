import type { Proof } from '#lib/books/schema.ts'

const countWithLabel = (number: number, what: string): string => `${number.toLocaleString('en')} ${what}`

/**
 * Formats the result of a check of the books. One line for each kind of fault has the ids of the faulty rows; further
 * lines state the faults of the audit trail, the ledger and the seals.
 */
export function formatBooksReport({ faults, audit, ledger, seals, rows, sealedAt, head }: Proof): string[] {
  return [
    ...Object.entries(faults).map(
      ([kind, ids]) => `${ids.length ? '✗' : '✓'} ${kind}${ids.length ? `: ${ids.join(', ')}` : ''}`,
    ),
    `${audit.length ? '✗' : '✓'} audit trail: ${countWithLabel(rows.audit, 'rows')}, ${countWithLabel(rows.sealedAudit, 'sealed')}`,
    ...audit.map(({ entryId, seq, fault }) => `    audit row ${entryId}, place ${seq ?? 'none'}: ${fault}`),
    `${ledger.length ? '✗' : '✓'} ledger: ${countWithLabel(rows.ledger, 'rows')}, ${countWithLabel(rows.sealedLedger, 'sealed')}`,
    ...ledger.map(({ entryId, fault }) => `    ledger row ${entryId}: ${fault}`),
    `${seals.length ? '✗' : '✓'} seals: ${rows.seals}, the last ${sealedAt ?? 'never'}`,
    ...seals.map(({ sealId, fault, after, upTo }) => `    seal ${sealId}: ${fault}, after ${after} up to ${upTo}`),
    ...(head ? [`  head ${head.seq}:${head.hash}`] : []),
  ]
}

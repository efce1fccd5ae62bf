/** Maximum number of rows in one call, and of rows with everything alike in a file. */
export const MAX_STATEMENT_ROWS = 1_000

type BalanceRow = { readonly paidIn: number; readonly paidOut: number; readonly balance: number | null }

/**
 * By how much the bank's balance after each row differs from that of the last row before it that states one, with what came
 * and went since: 0 where nothing is missing; null where it can't be told.
 */
export function balanceGaps(rows: readonly BalanceRow[], before: number | null = null): (number | null)[] {
  let expected = before
  return rows.map(({ paidIn, paidOut, balance }) => {
    if (expected !== null) expected += paidIn - paidOut
    if (balance === null) return null
    const gap = expected === null ? null : balance - expected
    expected = balance
    return gap
  })
}

/** Maximum number of rows in one call; a longer file is sent in several calls. */
export const MAX_STATEMENT_ROWS = 1_000

/**
 * A withdrawal whose name or memo contains this word ("fee") is a bank fee. Retention leaves only this word when it
 * erases the name and memo of such a row.
 */
export const BANK_FEE_WORD = '수수료'

type BalanceRow = { readonly paidIn: number; readonly paidOut: number; readonly balance: number | null }

/**
 * Computes, for each row, the gap between the balance that the bank states after it and the expected balance. The
 * expected balance is the last stated one, plus all that came in and minus all that went out since. The gap is 0 if no
 * row is missing; null if it can't be computed. `before`: balance before the first row, if known.
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

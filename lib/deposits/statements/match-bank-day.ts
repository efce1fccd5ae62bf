import { normalName } from '#lib/core/normal-name.ts'
import { BANK_FEE_WORD, balanceGaps } from './rules.ts'
import type { BankDifferenceKind } from './schema.ts'

// Compares what the shop has stored for a day with the bank's rows. Pure functions: amounts are in won, times in
// milliseconds.

/**
 * A row of the shop's bank account: what came in and went out, and the balance after it (null if the bank doesn't state
 * it).
 */
export type BankAccountRow = {
  id: number
  account: string
  at: number
  name: string
  memo: string
  paidIn: number
  paidOut: number
  balance: number | null
}

/** A deposit of the compared day in the shop's records. */
export type StoredDeposit = { id: number; name: string; won: number }

/**
 * A cash refund whose points were debited at `at`, and whose money should have left the account: in the bulk-transfer
 * file with the id `file` or, if `file` is null, by a transfer of its own.
 */
export type SentRefund = { id: number; name: string; won: number; at: number; file: number | null }

/**
 * A difference between the bank's rows and the shop's records. `id` and `account` belong to the bank's row. If the bank
 * has no such row, `id` is the id of the deposit or cash refund, and `account` is ''.
 */
export type BankDifference = { kind: BankDifferenceKind; id: number; account: string; name: string; won: number }

/**
 * What a withdrawal was for: a fee, or these cash refunds. Null if the shop knows no reason for the withdrawal, or if
 * the row isn't one.
 */
export type WithdrawalPurpose = { is: 'FEE' } | { is: 'REFUND'; refundIds: readonly number[] } | null

/** Maximum number of days between the debit of a cash refund's points and the withdrawal of its money at the bank. */
export const MATCH_WINDOW_DAYS = 7
const WINDOW_MS = MATCH_WINDOW_DAYS * 86_400_000

const isFee = ({ paidOut, name, memo }: BankAccountRow): boolean =>
  paidOut > 0 && `${name} ${memo}`.includes(BANK_FEE_WORD)

/** Key by which an amount and a name are compared; null if the name is empty: then only the amount can be compared. */
const amountAndName = (won: number, name: string): string | null => {
  const normal = normalName(name)
  return normal === '' ? null : `${won} ${normal}`
}

/**
 * Groups items by a key, and hands out each item once, in sequence within its group. `remaining` is a set of the items
 * that haven't been handed out yet; several `Queues` may share it. All calls together take linear time.
 */
class Queues<K, T> {
  readonly #groups: Map<K, T[]>
  readonly #remaining: Set<T>

  constructor(items: readonly T[], remaining: Set<T>, keyOf: (item: T) => K) {
    this.#groups = Map.groupBy([...items].reverse(), keyOf)
    this.#remaining = remaining
  }

  /**
   * Takes the first remaining item of a group. Returns null if there is none, or if `isWanted` is false for it.
   * `isPast` is true for items that later calls won't want either: these are skipped for good.
   */
  take(
    key: K,
    { isPast, isWanted }: { isPast?: (item: T) => boolean; isWanted?: (item: T) => boolean } = {},
  ): T | null {
    const group = this.#groups.get(key)
    for (let item = group?.at(-1); group && item !== undefined; item = group.at(-1)) {
      if (this.#remaining.has(item) && !isPast?.(item)) {
        if (isWanted?.(item) === false) return null
        this.#remaining.delete(item)
        return item
      }
      group.pop()
    }
    return null
  }
}

/**
 * Finds what each withdrawal was for, by the first of these rules that applies:
 * - Its name or memo contains BANK_FEE_WORD: it is a fee.
 * - It has the amount and name of a cash refund: it paid this refund.
 * - It has the amount of a cash refund: it paid this refund.
 * - It has the sum of those cash refunds of a bulk-transfer file that the rules above left over: it paid these refunds.
 *
 * A refund's points must have been debited at most MATCH_WINDOW_DAYS before or after the withdrawal. Each refund is
 * found once. Pass rows and refunds oldest first. Returns the matches by the id of the row.
 */
function matchWithdrawals(
  rows: readonly BankAccountRow[],
  refunds: readonly SentRefund[],
): Map<number, WithdrawalPurpose> {
  const matches = new Map<number, WithdrawalPurpose>()
  const unmatchedRefunds = new Set(refunds)
  const withdrawals = rows.filter((row) => row.paidOut > 0)
  for (const row of withdrawals) if (isFee(row)) matches.set(row.id, { is: 'FEE' })
  const match = (keyOf: (won: number, name: string) => string | null) => {
    const queues = new Queues(refunds, unmatchedRefunds, ({ won, name }) => keyOf(won, name))
    for (const row of withdrawals) {
      const key = keyOf(row.paidOut, row.name)
      if (key === null || matches.has(row.id)) continue
      const isPast = ({ at }: SentRefund) => at < row.at - WINDOW_MS
      const found = queues.take(key, { isPast, isWanted: ({ at }) => at <= row.at + WINDOW_MS })
      if (found) matches.set(row.id, { is: 'REFUND', refundIds: [found.id] })
    }
  }
  match(amountAndName)
  match((won) => String(won))
  const inFiles = [...unmatchedRefunds].filter(({ file }) => file !== null)
  const files = [...Map.groupBy(inFiles, ({ file }) => file).values()]
  const filesBySum = Map.groupBy(files, (file) => file.reduce((sum, { won }) => sum + won, 0))
  for (const row of withdrawals) {
    const ofSum = matches.has(row.id) ? [] : (filesBySum.get(row.paidOut) ?? [])
    const at = ofSum.findIndex((file) => file.every((refund) => Math.abs(row.at - refund.at) <= WINDOW_MS))
    const [file] = at < 0 ? [] : ofSum.splice(at, 1)
    if (file) matches.set(row.id, { is: 'REFUND', refundIds: file.map(({ id }) => id) })
  }
  return matches
}

/**
 * Pairs the bank's rows that are deposits with stored deposits: first by equal amount and name, then by equal amount.
 * Returns the rows and the deposits that are left over.
 */
function pairDeposits(rows: readonly BankAccountRow[], deposits: readonly StoredDeposit[]) {
  const [unpairedRows, unpairedDeposits] = [new Set(rows.filter(({ paidIn }) => paidIn > 0)), new Set(deposits)]
  const pair = (keyOf: (won: number, name: string) => string | null) => {
    const queues = new Queues(deposits, unpairedDeposits, ({ won, name }) => keyOf(won, name))
    for (const row of unpairedRows) {
      const key = keyOf(row.paidIn, row.name)
      if (key !== null && queues.take(key)) unpairedRows.delete(row)
    }
  }
  pair(amountAndName)
  pair((won) => String(won))
  return { rows: [...unpairedRows], deposits: [...unpairedDeposits] }
}

/** The compared day of one account. `gap` of a row: see `balanceGaps`. */
type AccountDay = {
  account: string
  rows: readonly (BankAccountRow & { gap: number | null; match: WithdrawalPurpose })[]
  /**
   * Balance before the first row of the day. If the bank states no balance after that row: the last balance stated
   * before the day, null if there is none.
   */
  opening: number | null
  /** Last balance that the bank states on the day; null if there is none. */
  closing: number | null
}

export type MatchedBankDay = { accounts: readonly AccountDay[]; differences: readonly BankDifference[] }

/** The bank's rows around a day, and the shop's records with which the rows of this day are compared. */
type DayInput = {
  /** Rows of the compared day and of the days around it, ordered by account, then by time. */
  rows: readonly BankAccountRow[]
  /** The last balance of each account before these rows, where the bank states one. */
  before: ReadonlyMap<string, number>
  deposits: readonly StoredDeposit[]
  refunds: readonly SentRefund[]
  /** True for a time on the compared day. */
  isOfDay: (at: number) => boolean
}

/**
 * Matches a day's rows with the shop's records. Treats each account separately, because a deposit source and an
 * imported file may report the same money under two account names. A deposit counts as missing at the bank only if no
 * account with rows of the day has it. A cash refund counts as missing only if no row around the day paid it. If no
 * account has rows of the day, nothing counts as missing.
 */
export function matchBankDay({ rows, before, deposits, refunds, isOfDay }: DayInput): MatchedBankDay {
  const differences: BankDifference[] = []
  const missingOfAccounts: Set<StoredDeposit>[] = []
  const paidRefundIds = new Set<number>()
  const accounts = [...Map.groupBy(rows, ({ account }) => account)].flatMap(([account, accountRows]): AccountDay[] => {
    const gaps = balanceGaps(accountRows, before.get(account) ?? null)
    const matches = matchWithdrawals(accountRows, refunds)
    for (const match of matches.values())
      if (match?.is === 'REFUND') for (const id of match.refundIds) paidRefundIds.add(id)
    const firstOfDay = accountRows.findIndex(({ at }) => isOfDay(at))
    const day = accountRows.flatMap((row, at) =>
      isOfDay(row.at) ? [{ ...row, gap: gaps[at] ?? null, match: matches.get(row.id) ?? null }] : [],
    )
    if (firstOfDay < 0) return []
    const nameOf = (row: BankAccountRow) => row.name || row.memo
    for (const row of day) {
      if (row.gap) differences.push({ kind: 'BALANCE_GAP', id: row.id, account, name: nameOf(row), won: row.gap })
      if (row.paidOut > 0 && !row.match)
        differences.push({ kind: 'WITHDRAWAL', id: row.id, account, name: nameOf(row), won: row.paidOut })
    }
    const unpaired = pairDeposits(day, deposits)
    for (const row of unpaired.rows)
      differences.push({ kind: 'NOT_STORED', id: row.id, account, name: nameOf(row), won: row.paidIn })
    missingOfAccounts.push(new Set(unpaired.deposits))
    const balanceBefore =
      accountRows.slice(0, firstOfDay).findLast(({ balance }) => balance !== null)?.balance ??
      before.get(account) ??
      null
    const [firstRow] = day
    const opening =
      firstRow && firstRow.balance !== null ? firstRow.balance - firstRow.paidIn + firstRow.paidOut : balanceBefore
    return [{ account, rows: day, opening, closing: day.findLast(({ balance }) => balance !== null)?.balance ?? null }]
  })
  if (accounts.length === 0) return { accounts, differences }
  const absent = deposits.filter((deposit) => missingOfAccounts.every((each) => each.has(deposit)))
  for (const { id, name, won } of absent) differences.push({ kind: 'NOT_AT_BANK', id, account: '', name, won })
  for (const { id, name, won, at } of refunds)
    if (isOfDay(at) && !paidRefundIds.has(id))
      differences.push({ kind: 'REFUND_NOT_AT_BANK', id, account: '', name, won })
  return { accounts, differences }
}

import type { BankTable, Columns } from '#lib/deposits/rules.ts'

const PREFIX = 'deposit-columns:'

/** A bank's table is known by its headings, one without any by its width. */
const keyOf = ({ head, lines }: BankTable): string => PREFIX + (head?.join('|') ?? lines[0]?.cells.length ?? 0)

/** What this browser's columns of a table meant the last time, else what its headings say. */
export function recallColumns(table: BankTable): Columns {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? 'null')
    return Array.isArray(kept) ? (kept as Columns) : table.columns
  } catch {
    return table.columns
  }
}

export function keepColumns(table: BankTable, columns: Columns): void {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify(columns))
  } catch {
    // Storage can be forbidden or full; the columns are then asked for once more.
  }
}

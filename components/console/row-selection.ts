interface RowWithId {
  readonly id: number
}

/**
 * Id of the row below (`by` 1) or above (`by` -1) the selected one; at the end of the list, the id of the selected row
 * itself. If no row is selected, the id of the first row (`by` 1) or of the last (`by` -1). Null in an empty list.
 */
export function findNeighbourId(ids: readonly number[], chosen: number | null, by: 1 | -1): number | null {
  const at = chosen === null ? -1 : ids.indexOf(chosen)
  if (at < 0) return ids.at(by > 0 ? 0 : -1) ?? null
  return ids[Math.min(Math.max(at + by, 0), ids.length - 1)] ?? null
}

/**
 * Id of the row to select once the row with the id `after` is settled: the first row below it for which `waits` is
 * true, otherwise the nearest such row above it; null if there is none.
 */
export function findNextWaitingId<Row extends RowWithId>(
  rows: readonly Row[],
  after: number,
  waits: (row: Row) => boolean,
): number | null {
  const at = rows.findIndex((row) => row.id === after)
  const below = rows.slice(at + 1).find(waits)
  const above = rows.slice(0, Math.max(at, 0)).findLast(waits)
  return (below ?? above)?.id ?? null
}

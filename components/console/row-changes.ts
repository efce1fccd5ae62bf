import type { ListRow } from './use-selection.ts'

/** Values that a row of a list shows until the list is reloaded. */
interface RowChange<Row> {
  readonly values: Partial<Row>
  /** The row before each of its changes. A reload that began before a change may bring these values once more. */
  readonly earlier: readonly Row[]
}

/** The changes of a list, and the rows as the server sent them last. */
export interface RowChanges<Row> {
  readonly loadedRows: readonly Row[]
  readonly byId: ReadonlyMap<number, RowChange<Row>>
  /** The changes that the last reload didn't end, because it may have begun before them. The next reload ends them. */
  readonly survivedReload: ReadonlySet<RowChange<Row>>
}

export const noRowChanges = <Row extends ListRow>(loadedRows: readonly Row[]): RowChanges<Row> => ({
  loadedRows,
  byId: new Map(),
  survivedReload: new Set(),
})

/** Returns `loadedRows` with the changes applied. */
export const applyRowChanges = <Row extends ListRow>(
  loadedRows: readonly Row[],
  { byId }: RowChanges<Row>,
): readonly Row[] =>
  loadedRows.map((row) => {
    const change = byId.get(row.id)
    return change ? { ...row, ...change.values } : row
  })

/** Adds a change that sets `values` in the rows `ids`. `loadedRows` are the rows as the server sent them last. */
export function withRowChange<Row extends ListRow>(
  changes: RowChanges<Row>,
  loadedRows: readonly Row[],
  ids: readonly number[],
  values: Partial<Row>,
): RowChanges<Row> {
  // Without pending changes `changes.loadedRows` may be old, because reloads update it only while there are changes.
  const { loadedRows: rows, byId, survivedReload } = changes.byId.size > 0 ? changes : noRowChanges(loadedRows)
  const added = rows
    .filter(({ id }) => ids.includes(id))
    .map((row): [number, RowChange<Row>] => {
      const before = byId.get(row.id)
      const earlier = [...(before?.earlier ?? [row]), { ...row, ...before?.values }]
      return [row.id, { values: { ...before?.values, ...values }, earlier }]
    })
  return { loadedRows: rows, byId: new Map([...byId, ...added]), survivedReload }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The changes that are still shown after a reload brought `loadedRows`. Usually a reload ends a change: the row shows
 * the server's values from then on. But if the server sent the values from before the change, the reload may have begun
 * before the change. The change is then shown until the next reload, which began after the change, because reloads run
 * one after another.
 */
export function rowChangesAfterReload<Row extends ListRow>(
  changes: RowChanges<Row>,
  loadedRows: readonly Row[],
): RowChanges<Row> {
  if (changes.loadedRows === loadedRows) return changes
  const isOutdated = (id: number, { values, earlier }: RowChange<Row>) => {
    const loaded = loadedRows.find((row) => row.id === id)
    const fields = Object.keys(values) as (keyof Row)[]
    return loaded !== undefined && earlier.some((row) => fields.every((field) => isSame(row[field], loaded[field])))
  }
  const left = [...changes.byId].filter(([id, change]) => !changes.survivedReload.has(change) && isOutdated(id, change))
  return { loadedRows, byId: new Map(left), survivedReload: new Set(left.map(([, change]) => change)) }
}

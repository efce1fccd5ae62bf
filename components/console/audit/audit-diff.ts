/** A value that an action changed, named by its path (`a.b`); null on the side that doesn't have the value. */
export interface DiffLine {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

export interface Diff {
  readonly lines: readonly DiffLine[]
  /** Number of values that are equal before and after. */
  readonly same: number
}

type Leaves = Readonly<Record<string, string>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The values of an object as text, by their paths (`a.b`); a list is one value. */
function leavesOf(value: unknown, path = ''): Leaves {
  if (value === null || value === undefined) return path ? { [path]: textOf(value ?? null) } : {}
  if (typeof value !== 'object' || Array.isArray(value)) return { [path]: textOf(value) }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => leavesOf(inner, path ? `${path}.${name}` : name)),
  )
}

/** The values that differ between two states; if one state is null, all values of the other. */
export function diffOf(before: unknown, after: unknown): Diff {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  const lines = [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => ({
    name,
    before: was[name] ?? null,
    after: is[name] ?? null,
  }))
  const changed = lines.filter((line) => line.before !== line.after)
  return { lines: changed, same: lines.length - changed.length }
}

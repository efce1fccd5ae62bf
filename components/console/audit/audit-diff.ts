/** One thing an act changed, named by its path; null is a side that had none. */
export interface DiffLine {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

export interface Diff {
  readonly lines: readonly DiffLine[]
  /** How many more there are that stayed as they were. */
  readonly same: number
}

type Leaves = Readonly<Record<string, string>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The values of a state by their paths; lists whole. */
function leavesOf(value: unknown, path = ''): Leaves {
  if (value === null || value === undefined) return path ? { [path]: textOf(value ?? null) } : {}
  if (typeof value !== 'object' || Array.isArray(value)) return { [path]: textOf(value) }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => leavesOf(inner, path ? `${path}.${name}` : name)),
  )
}

/** What is different after an act; all of a state where there is only one. */
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

const secretName = /password|secret|token|api_?key|encrypted|hash|recovery|^key$/i

/** Stands for a secret in the audit trail. */
export const SECRET_MASK = '••••'

/**
 * Copies a JSON value of the audit trail and masks the secrets in it. The name of a property decides whether its value
 * is a secret.
 */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (value === null || typeof value !== 'object') return value
  const isSecret = (name: string, inner: unknown) => secretName.test(name) && inner !== null && inner !== ''
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name, inner) ? SECRET_MASK : maskSecrets(inner)]),
  )
}

/**
 * A value of an audited subject that an action changed; `name` is its path (`a.b`). `before` is null if the value was
 * added, `after` if it was removed.
 */
type DiffLine = { name: string; before: string | null; after: string | null }

/** The values that an action changed (`lines`), and the count of values that it didn't change (`same`). */
type Diff = { lines: DiffLine[]; same: number }

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The values of a JSON object as text, by their paths (`a.b`); a list is one value. */
function valuesByPath(value: unknown, path = ''): Record<string, string> {
  if (value === undefined || (value === null && path === '')) return {}
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { [path]: valueText(value) }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => valuesByPath(inner, path ? `${path}.${name}` : name)),
  )
}

/**
 * Compares the states of a subject before and after an action. If one state is null (created or removed), all values of
 * the other count as changed.
 */
export function diffStates(before: unknown, after: unknown): Diff {
  const [oldValues, newValues] = [valuesByPath(before), valuesByPath(after)]
  const lines = [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])].map((name) => ({
    name,
    before: oldValues[name] ?? null,
    after: newValues[name] ?? null,
  }))
  const changed = lines.filter((line) => line.before !== line.after)
  return { lines: changed, same: lines.length - changed.length }
}

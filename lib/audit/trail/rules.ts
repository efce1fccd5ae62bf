const secret = /password|secret|token|api_?key|encrypted|hash|recovery|^key$/i

export const MASK = '••••'

/** Copy of a JSON value of the audit trail with secrets masked; a property's name decides. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (value === null || typeof value !== 'object') return value
  const covered = (name: string, inner: unknown) => secret.test(name) && inner !== null && inner !== ''
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, covered(name, inner) ? MASK : maskSecrets(inner)]),
  )
}

const secret = /password|secret|token|api_?key|encrypted|hash|recovery|^key$/i

export const MASK = '••••'

/** A value of the trail with secrets masked. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (value === null || typeof value !== 'object') return value
  const covered = (name: string, inner: unknown) => secret.test(name) && inner !== null && inner !== ''
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, covered(name, inner) ? MASK : maskSecrets(inner)]),
  )
}

import { db } from '#lib/core/db.ts'
import { encryptSecrets } from '../connection-key.ts'
import { type ConnectionKind, connectionFields } from '../labels.ts'
import { type ConnectionValues, secretHintOf } from '../rules.ts'

/** Valid values for all fields of a connection's form. */
export const validConnectionValues = (kind: ConnectionKind): Record<string, string> =>
  Object.fromEntries(
    connectionFields(kind).map(({ name, pattern, choices }) => {
      const byPattern = {
        businessNumber: '1234567891',
        account: '110123456789',
        phone: '01012345678',
      }
      return [name, choices?.[0]?.[0] ?? (pattern ? byPattern[pattern] : `${kind}-${name}-0123456789`)]
    }),
  )

type ConnectionOptions = { kind: ConnectionKind; values?: ConnectionValues; baseUrl?: string | null; isReal?: boolean }

/** Stores a connection, replacing one of the same kind. */
export async function makeConnection({
  kind,
  values,
  baseUrl = null,
  isReal = baseUrl === null,
}: ConnectionOptions): Promise<void> {
  const allValues = { ...validConnectionValues(kind), ...values }
  const valuesOf = (secret: boolean) =>
    Object.fromEntries(
      connectionFields(kind).flatMap((each) =>
        each.secret === secret ? [[each.name, allValues[each.name] ?? '']] : [],
      ),
    )
  const secrets = valuesOf(true)
  const hints = Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, secretHintOf(secret)]))
  await db().rows('DELETE FROM connections WHERE kind = $1', [kind])
  await db().rows(
    'INSERT INTO connections (kind, settings, secrets, hints, base_url, is_real) VALUES ($1, $2, $3, $4, $5, $6)',
    [kind, JSON.stringify(valuesOf(false)), encryptSecrets(secrets), JSON.stringify(hints), baseUrl, isReal],
  )
}

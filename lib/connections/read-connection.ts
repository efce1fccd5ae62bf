import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type AddressPolicy, outgoingAddressPolicy } from '#lib/core/outgoing.ts'
import { decryptSecrets } from './connection-key.ts'
import { connectionSecretsUnreadable, notConnected } from './errors.ts'
import type { ConnectionFieldName, ConnectionKind } from './labels.ts'
import { type ConnectionValues, ownBaseUrlOf } from './rules.ts'

/**
 * A connection with its decrypted secrets, for requests to the outside service. Never log it, and never put it into an
 * error, a response or the database.
 */
export type DecryptedConnection<K extends ConnectionKind = ConnectionKind> = {
  id: number
  kind: K
  /** Value of a field of the form, secrets included; '' for an optional field that is empty. */
  value(name: ConnectionFieldName<K>): string
  /**
   * Address of the outside service without a trailing slash: the service's own or, where this is allowed, another one.
   */
  address: string
  /** The same as `address` if this isn't the outside service's own address; otherwise null. */
  otherAddress: string | null
  /** True if `address` is the outside service's own address and not that of a test environment. */
  isReal: boolean
  /**
   * The encrypted secrets. The outcome of a request is recorded only if these are still the stored secrets, because it
   * doesn't apply to secrets that were saved later.
   */
  sealed: Buffer
}

type Row = {
  id: number
  settings: ConnectionValues
  secrets: Buffer
  baseUrl: string | null
  isReal: boolean
}

/**
 * Returns the connection to an outside service; null if the shop isn't connected to it.
 * @throws CONFLICT the stored secrets can't be decrypted, because AUTH_SECRET has changed
 */
export async function readConnection<K extends ConnectionKind>(
  db: Db,
  kind: K,
): Promise<DecryptedConnection<K> | null> {
  const [row] = await db.rows<Row>('SELECT id, settings, secrets, base_url, is_real FROM connections WHERE kind = $1', [
    kind,
  ])
  if (!row) return null
  const secrets = decryptSecrets(row.secrets)
  if (!secrets) throw connectionSecretsUnreadable()
  const values: ConnectionValues = { ...row.settings, ...secrets }
  return {
    id: row.id,
    kind,
    value: (name) => values[name] ?? '',
    address: (row.baseUrl ?? ownBaseUrlOf(kind, row.settings)).replace(/\/+$/, ''),
    otherAddress: row.baseUrl,
    isReal: row.isReal,
    sealed: row.secrets,
  }
}

/**
 * Returns the connection to an outside service.
 * @throws CONFLICT the shop isn't connected to it, or the stored secrets can't be decrypted
 */
export async function requireConnection<K extends ConnectionKind>(db: Db, kind: K): Promise<DecryptedConnection<K>> {
  const connection = await readConnection(db, kind)
  if (!connection) throw notConnected(kind)
  return connection
}

/**
 * Addresses that requests to connected outside services may go to: only public ones over https, unless the shop allows
 * private addresses for its providers.
 */
export const connectionPolicy = (): AddressPolicy => outgoingAddressPolicy(env().ALLOW_PRIVATE_PROVIDERS, 'connection')

import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import type { Upstream } from '../call-provider.ts'
import { keyRefused, noConnection, unknownProvider } from '../errors.ts'
import { shownProvider } from '../queries/list-providers.ts'
import { errorOf } from '../rules.ts'
import { pollBalance } from './poll-balances.ts'

/**
 * Asks a provider for its balance, which proves its address and key, and stores balance and currency.
 * @throws NOT_FOUND; CONFLICT it doesn't answer, or refuses the key
 */
export async function testConnection(db: Database, actor: StaffActor, { providerId }: { providerId: number }) {
  const [upstream] = await db.rows<Upstream>(
    'SELECT id, api_url, encrypted_key, dialect FROM providers WHERE id = $1',
    [providerId],
  )
  if (!upstream) throw unknownProvider()
  const { reply, stored } = await pollBalance(db, upstream)
  if (!stored) throw reply.kind === 'json' && errorOf(reply.value) !== null ? keyRefused() : noConnection()
  return db.transaction(async (tx) => {
    const provider = await shownProvider(tx, providerId)
    const after = { balance: provider.balance, currency: provider.currency }
    await recordAudit(tx, actor, { action: 'provider.test', subjectType: 'provider', subjectId: providerId, after })
    return provider
  })
}

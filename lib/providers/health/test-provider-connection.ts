import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import type { Database } from '#lib/core/db.ts'
import type { Upstream } from '../call-provider.ts'
import { providerKeyRefused, providerNotResponding, unknownProvider } from '../errors.ts'
import { requireProvider } from '../queries/list-providers.ts'
import { errorMessageOf } from '../rules.ts'
import { pollBalance } from './poll-balances.ts'

/**
 * Tests a provider's address and key by fetching the shop's balance there, and stores balance and currency.
 * @throws NOT_FOUND; CONFLICT the provider doesn't respond, or refuses the key
 */
export async function testProviderConnection(db: Database, actor: StaffActor, { providerId }: { providerId: number }) {
  const [upstream] = await db.rows<Upstream>(
    'SELECT id, api_url, encrypted_key, dialect FROM providers WHERE id = $1',
    [providerId],
  )
  if (!upstream) throw unknownProvider()
  const { reply, hasBalance } = await pollBalance(db, upstream)
  if (!hasBalance)
    throw reply.kind === 'json' && errorMessageOf(reply.value) !== null ? providerKeyRefused() : providerNotResponding()
  return db.transaction(async (tx) => {
    const provider = await requireProvider(tx, providerId)
    const after = { balance: provider.balance, currency: provider.currency }
    await recordAudit(tx, actor, { action: 'provider.test', subjectType: 'provider', subjectId: providerId, after })
    return provider
  })
}

import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { callProvider, type ReplyLimits, type Upstream } from '../call-provider.ts'
import { type Reply, readDecimal } from '../rules.ts'

const claimDueStatement = `
  UPDATE providers p SET next_balance_at = now() + interval '5 minutes'
  FROM (SELECT id FROM providers WHERE enabled AND next_balance_at <= now() ORDER BY next_balance_at LIMIT 20
    FOR NO KEY UPDATE SKIP LOCKED) AS due
  WHERE p.id = due.id RETURNING p.id, p.api_url, p.encrypted_key, p.dialect`

// Stores the balance. If the provider reports another currency than before, the exchange rate that staff set no longer
// applies and is cleared. A balance fetched with a key that has been changed since isn't stored.
const storeBalance = `
  WITH before AS (SELECT currency FROM providers WHERE id = $1), forgotten AS (
    UPDATE provider_price_lists l SET exchange_rate = NULL FROM before WHERE l.provider_id = $1 AND before.currency <> $3
  )
  UPDATE providers SET balance = $2::numeric, currency = $3, tested_at = now() WHERE id = $1 AND encrypted_key = $4
  RETURNING balance < alert_below AS low, balance::text, currency, alert_below::text`

type UpdatedBalance = { low: boolean | null; balance: string; currency: string | null; alertBelow: string | null }

const currencyOf = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return /^[A-Z]{2,12}$/.test(text) ? text : null
}

/**
 * Fetches and stores a provider's balance; a provider that answers counts as tested. Files a task while the balance is
 * below the threshold that staff set, and closes it otherwise. Returns the reply, and whether it contained a balance.
 */
export async function pollBalance(
  db: Db,
  upstream: Upstream,
  limits: ReplyLimits = {},
): Promise<{ reply: Reply; stored: boolean }> {
  const reply = await callProvider(upstream, { action: 'balance' }, limits)
  const value = reply.kind === 'json' ? (reply.value as { balance?: unknown; currency?: unknown } | null) : null
  const balance = readDecimal(value?.balance)
  if (balance === null) return { reply, stored: false }
  const written = [upstream.id, balance, currencyOf(value?.currency), upstream.encryptedKey]
  const [updated] = await db.rows<UpdatedBalance>(storeBalance, written)
  const task = { refType: 'provider', refId: upstream.id } as const
  if (updated?.low) {
    const { low: _, ...detail } = updated
    await fileTask(db, { kind: 'PROVIDER_BALANCE', ...task, detail })
  } else await dropTasks(db, { kinds: ['PROVIDER_BALANCE'], ...task })
  return { reply, stored: true }
}

/** Polls the balance of every provider that is due. Returns the number of providers polled. */
export async function pollBalances(db: Db, limits: ReplyLimits = {}): Promise<number> {
  const due = await db.rows<Upstream>(claimDueStatement)
  await Promise.all(due.map((upstream) => pollBalance(db, upstream, limits)))
  return due.length
}

import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { callProvider, type ReplyLimits, type Upstream } from '../call-provider.ts'
import { type ProviderReply, readDecimal } from '../rules.ts'

const claimDueStatement = `
  UPDATE providers p SET next_balance_at = now() + interval '5 minutes'
  FROM (SELECT id FROM providers WHERE enabled AND next_balance_at <= now() ORDER BY next_balance_at LIMIT 20
    FOR NO KEY UPDATE SKIP LOCKED) AS due
  WHERE p.id = due.id RETURNING p.id, p.api_url, p.encrypted_key, p.dialect`

// Stores the balance, unless the provider's key has changed since the request. If the provider reports another currency
// than before, clears the exchange rate that staff set, switches the automatic sync off and, if it was on, files a
// task. Otherwise a provider could change all prices by reporting won (KRW), because won has the exchange rate 1 even
// if staff set none.
const storeBalanceStatement = `
  WITH changed AS (
    SELECT p.currency AS former, l.auto_sync FROM providers p JOIN provider_price_lists l ON l.provider_id = p.id
    WHERE p.id = $1 AND p.encrypted_key = $4 AND p.currency <> $3
  ), cleared AS (
    UPDATE provider_price_lists SET exchange_rate = NULL, auto_sync = false
    WHERE provider_id = $1 AND EXISTS (SELECT FROM changed)
  ), filed AS (
    INSERT INTO tasks (kind, ref_type, ref_id, detail)
    SELECT 'SERVICE_LIST', 'provider', $1, jsonb_build_object('currency', $3::text, 'former', former) FROM changed WHERE auto_sync
    ON CONFLICT (kind, ref_type, ref_id) WHERE resolved_at IS NULL DO UPDATE SET detail = excluded.detail
  )
  UPDATE providers SET balance = $2::numeric, currency = coalesce($3, currency), tested_at = now()
  WHERE id = $1 AND encrypted_key = $4
  RETURNING balance < nullif(alert_below, 0) AS low, balance::text, currency, alert_below::text`

type UpdatedBalance = { low: boolean | null; balance: string; currency: string | null; alertBelow: string | null }

const currencyOf = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return /^[A-Z]{2,12}$/.test(text) ? text : null
}

/**
 * Fetches a provider's balance. If the reply contains a balance, stores it, after which the provider counts as tested.
 * Then files a task if the balance is below the threshold that staff set (0 for none), else drops that task. Returns
 * the reply, and whether it contained a balance.
 */
export async function pollBalance(
  db: Db,
  upstream: Upstream,
  limits: ReplyLimits = {},
): Promise<{ reply: ProviderReply; hasBalance: boolean }> {
  const reply = await callProvider(upstream, { action: 'balance' }, limits)
  const value = reply.kind === 'json' ? (reply.value as { balance?: unknown; currency?: unknown } | null) : null
  const balance = readDecimal(value?.balance)
  if (balance === null) return { reply, hasBalance: false }
  const values = [upstream.id, balance, currencyOf(value?.currency), upstream.encryptedKey]
  const [updated] = await db.rows<UpdatedBalance>(storeBalanceStatement, values)
  const task = { refType: 'provider', refId: upstream.id } as const
  if (updated?.low) {
    const { low: _, ...detail } = updated
    await fileTask(db, { kind: 'PROVIDER_BALANCE', ...task, detail })
  } else if (updated) await dropTasks(db, { kinds: ['PROVIDER_BALANCE'], ...task })
  return { reply, hasBalance: true }
}

/** Polls the balances of enabled providers that are due, at most 20. Returns the number of providers polled. */
export async function pollBalances(db: Db, limits: ReplyLimits = {}): Promise<number> {
  const due = await db.rows<Upstream>(claimDueStatement)
  await Promise.all(due.map((upstream) => pollBalance(db, upstream, limits)))
  return due.length
}

import type { Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { callProvider, type ReplyLimits, type Upstream } from '../call-provider.ts'
import { readDecimal } from '../rules.ts'

const claimDueStatement = `
  UPDATE providers p SET next_balance_at = now() + interval '5 minutes'
  FROM (SELECT id FROM providers WHERE enabled AND next_balance_at <= now() ORDER BY next_balance_at LIMIT 20
    FOR NO KEY UPDATE SKIP LOCKED) AS due
  WHERE p.id = due.id RETURNING p.id, p.api_url, p.encrypted_key, p.dialect`

const storeBalance = `
  UPDATE providers SET balance = $2::numeric, currency = $3 WHERE id = $1
  RETURNING balance < alert_below AS low, balance::text, currency, alert_below::text`

type UpdatedBalance = { low: boolean | null; balance: string; currency: string | null; alertBelow: string | null }

/**
 * Fetches and stores a provider's balance; files a task while it is below the threshold that staff set, and closes it
 * otherwise.
 */
async function pollBalance(db: Db, upstream: Upstream, limits: ReplyLimits): Promise<void> {
  const reply = await callProvider(upstream, { action: 'balance' }, limits)
  const value = reply.kind === 'json' ? (reply.value as { balance?: unknown; currency?: unknown } | null) : null
  const balance = readDecimal(value?.balance)
  if (balance === null) return
  const currency = typeof value?.currency === 'string' ? value.currency.slice(0, 12) : null
  const [updated] = await db.rows<UpdatedBalance>(storeBalance, [upstream.id, balance, currency])
  const task = { refType: 'provider', refId: upstream.id } as const
  if (!updated?.low) return dropTasks(db, { kinds: ['PROVIDER_BALANCE'], ...task })
  const { low: _, ...detail } = updated
  await fileTask(db, { kind: 'PROVIDER_BALANCE', ...task, detail })
}

/** Polls the balance of every provider that is due. Returns their number. */
export async function pollBalances(db: Db, limits: ReplyLimits = {}): Promise<number> {
  const due = await db.rows<Upstream>(claimDueStatement)
  await Promise.all(due.map((upstream) => pollBalance(db, upstream, limits)))
  return due.length
}

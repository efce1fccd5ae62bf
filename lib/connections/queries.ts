import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type ConnectionKind, connectionKinds } from './labels.ts'
import { connectionStateOf } from './rules.ts'
import type { ConnectionRow } from './schema.ts'

type StoredConnection = {
  kind: ConnectionKind
  settings: Record<string, string>
  hints: Record<string, string>
  baseUrl: string | null
  error: string | null
  failingSince: Date | null
  checkedAt: Date | null
  verifiedAt: Date | null
  connectedAt: Date
}

const connectionsSql = `
  SELECT c.kind, c.settings, c.hints, c.base_url, c.error, c.failing_since, c.checked_at, c.verified_at, c.connected_at
  FROM connections c`

// A change may also wait for a kind without a connection.
const waitingChangesSql =
  "SELECT subject, effective_at FROM pending_changes WHERE kind = 'CONNECTION' AND state = 'WAITING'"

const emptyConnection = {
  settings: {},
  hints: {},
  baseUrl: null,
  error: null,
  failingSince: null,
  checkedAt: null,
  verifiedAt: null,
  connectedAt: null,
  effectiveAt: null,
} as const

const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** All outside services that the shop can be connected to, in the sequence of the console, without secrets. */
export async function connectionsForStaff(db: Db): Promise<ConnectionRow[]> {
  const stored = new Map((await db.rows<StoredConnection>(connectionsSql)).map((row) => [row.kind, row]))
  const waiting = await db.rows<{ subject: string; effectiveAt: Date }>(waitingChangesSql)
  const effectiveTimes = new Map(waiting.map(({ subject, effectiveAt }) => [subject, effectiveAt.toISOString()]))
  return connectionKinds.map((kind) => {
    const row = stored.get(kind)
    const effectiveAt = effectiveTimes.get(kind) ?? null
    if (!row) return { kind, state: 'NONE', ...emptyConnection, effectiveAt }
    return {
      ...row,
      state: connectionStateOf({ ...row, connected: true }),
      failingSince: isoOf(row.failingSince),
      checkedAt: isoOf(row.checkedAt),
      verifiedAt: isoOf(row.verifiedAt),
      connectedAt: isoOf(row.connectedAt),
      effectiveAt,
    }
  })
}

/** The outside service of this kind as staff see it, connected or not, without its secrets. */
export async function connectionForStaff(db: Db, kind: ConnectionKind): Promise<ConnectionRow> {
  const row = (await connectionsForStaff(db)).find((each) => each.kind === kind)
  return row ?? { kind, state: 'NONE', ...emptyConnection }
}

/**
 * True if connections may use addresses other than the outside services' own. Tests and the demo need this for
 * stand-ins.
 */
export const areOtherBaseUrlsAllowed = (): boolean => env().ALLOW_PRIVATE_PROVIDERS

import type { Db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'

/** Minutes without a request after which a staff session ends (setting STAFF_IDLE_MINUTES). */
export const readStaffIdleMinutes = async (db: Db): Promise<number> => (await settings(db)).STAFF_IDLE_MINUTES

/**
 * SQL condition: session `s` of member `m` is open. It is neither revoked nor expired and, for staff, not idle too
 * long. `minutesSql` is the statement's parameter for `readStaffIdleMinutes`. The last use is stored at most once a
 * minute, so a session may end up to a minute early.
 */
export const openSessionSql = (minutesSql: string): string =>
  `s.revoked_at IS NULL AND s.expires_at > now()
   AND (m.role = 'MEMBER' OR s.last_used_at > now() - ${minutesSql}::int * interval '1 minute')`

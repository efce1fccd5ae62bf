import type { Db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'

/** The minutes without a request after which a session of staff is over. */
export const staffIdleMinutes = async (db: Db): Promise<number> => (await settings(db)).STAFF_IDLE_MINUTES

/**
 * SQL that holds while a session `s` of a member `m` has not been idle for too long, which only staff's can be;
 * `minutes` is the parameter with `staffIdleMinutes`. The last use is written once a minute, so a session may end up to
 * a minute early.
 */
export const notIdle = (minutes: string): string =>
  `(m.role = 'MEMBER' OR s.last_used_at > now() - ${minutes}::int * interval '1 minute')`

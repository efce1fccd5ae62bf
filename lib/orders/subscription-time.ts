/** When a subscription is over, and what is then done about it (docs/contract.md#subscriptions). */

/** A subscription ends when this many days have passed without a post. */
export const SILENT_DAYS = 30

/**
 * Days after the last day until a subscription that staff fulfil is ended: deliveries to the last posts may begin up to
 * 10 hours late, and staff need time to record them.
 */
export const STAFF_GRACE_DAYS = 1

/**
 * Days after the last day until a provider that can cancel is asked to cancel a subscription: it may end by itself, and
 * the provider's calendar may be in another time zone.
 */
export const ASK_AFTER_DAYS = 2

/** Days after its end until staff get a task about a subscription that a provider hasn't ended. */
export const FILE_AFTER_DAYS = 4

/** After staff closed the task of a subscription, no other one is filed for it within this many days. */
export const REFILE_AFTER_DAYS = 30

const today = "(now() AT TIME ZONE 'Asia/Seoul')::date"

/** SQL: the last day of the row `s` of open_subscriptions is more than this many days ago, by Seoul's calendar. */
export const expiredSql = (days: number): string => `s.expires_on + ${days} < ${today}`

/** SQL: the row `s` of open_subscriptions has had no post for SILENT_DAYS and this many days more. */
export const silentSql = (days: number): string => `s.last_post_at < now() - interval '${SILENT_DAYS + days} days'`

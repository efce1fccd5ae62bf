/**
 * The days after which a subscription is over, and after which something is done about it
 * (docs/contract.md#subscriptions). A subscription is over after its last day (`expires_on`), or MAX_DAYS_WITHOUT_POST
 * after its last post, if that is earlier.
 */

/** A subscription is over after this many days without a post. */
export const MAX_DAYS_WITHOUT_POST = 30

/**
 * Number of days after the end of a subscription that staff fulfil until the worker ends the order. Deliveries to the
 * last posts may begin up to 10 hours late, and staff need time to record them.
 */
export const STAFF_GRACE_DAYS = 1

/**
 * Days after a subscription's last day until its provider, if it offers cancellations, is asked to cancel it. Until
 * then it may end by itself, and the provider's calendar may be in another time zone.
 */
export const ASK_CANCELLATION_AFTER_DAYS = 2

/** Days after the end of a subscription until staff get a task about it if it is still open. */
export const FILE_TASK_AFTER_DAYS = 4

/** Minimum number of days between two SUBSCRIPTION_OPEN tasks about the same subscription. */
export const REFILE_TASK_AFTER_DAYS = 30

const todaySql = "(now() AT TIME ZONE 'Asia/Seoul')::date"

/** SQL condition: the last day of row `s` of open_subscriptions is more than `days` days ago, by Seoul's calendar. */
export const isPastLastDaySql = (days: number): string => `s.expires_on + ${days} < ${todaySql}`

/** SQL condition: row `s` of open_subscriptions has had no post for MAX_DAYS_WITHOUT_POST + `days` days. */
export const isWithoutPostSql = (days: number): string =>
  `s.last_post_at < now() - interval '${MAX_DAYS_WITHOUT_POST + days} days'`

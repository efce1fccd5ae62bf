/** Maximum number of characters of an accepted `next`. */
const MAX_RETURN_PATH = 4_000

const defaultReturnPath = '/order'
const allowedReturnPaths =
  /^\/(order|point|account|qna|order-history|auto-order-history|api|guide|bulk-order|questions|changes|admin)([/?]|$)/

/**
 * Path to which a login leads: `next` if it is one of `allowedReturnPaths`, otherwise /order. So a `next` in a URL can
 * never lead to another site.
 */
export function safeReturnPath(next: unknown): string {
  return typeof next === 'string' && next.length <= MAX_RETURN_PATH && allowedReturnPaths.test(next)
    ? next
    : defaultReturnPath
}

const pathWithNext = (path: string, next: string): string =>
  next === defaultReturnPath ? path : `${path}?next=${encodeURIComponent(next)}`

/** Path of the login page. Its query contains `next`, the path to which the login leads. */
export const loginPath = (next: string): string => pathWithNext('/login', next)

/** Path of the sign-up page. Its query contains `next`, the path to which the login after the sign-up leads. */
export const registerPath = (next: string): string => pathWithNext('/register', next)

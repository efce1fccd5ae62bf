/** Most characters of a path to return to; orders with a long link have some 2,000. */
const MAX_RETURN_PATH = 4_000

const defaultReturnPath = '/order'
const allowedReturnPaths =
  /^\/(order|point|account|qna|order-history|auto-order-history|api|guide|bulk-order|admin)([/?]|$)/

/**
 * Path that a login goes on to: `next` if it is one of these screens, else /order. No link can thus lead to another
 * site.
 */
export function returnPath(next: unknown): string {
  return typeof next === 'string' && next.length <= MAX_RETURN_PATH && allowedReturnPaths.test(next)
    ? next
    : defaultReturnPath
}

const pathWithNext = (path: string, next: string): string =>
  next === defaultReturnPath ? path : `${path}?next=${encodeURIComponent(next)}`

/** The login that goes on to `next`. */
export const loginPath = (next: string): string => pathWithNext('/login', next)

/** The sign-up whose login goes on to `next`. */
export const registerPath = (next: string): string => pathWithNext('/register', next)

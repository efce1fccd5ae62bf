const defaultReturnPath = '/order'
const allowedReturnPaths =
  /^\/(order|point|account|qna|order-history|auto-order-history|api|guide|bulk-order|admin)([/?]|$)/

/**
 * Path that a login goes on to: `next` if it is one of these screens, else /order. No link can thus lead to another
 * site.
 */
export function returnPath(next: unknown): string {
  return typeof next === 'string' && allowedReturnPaths.test(next) ? next : defaultReturnPath
}

const afterLogin = '/order'
const screens = /^\/(order|point|account|qna|order-history|auto-order-history|api|guide|bulk-order|admin)([/?]|$)/

/** Where a login goes on to: the screen it was asked for on, with its choices, if it is one of ours; else /order. */
export function returnPath(next: unknown): string {
  return typeof next === 'string' && screens.test(next) ? next : afterLogin
}

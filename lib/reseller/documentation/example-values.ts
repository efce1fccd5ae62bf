/**
 * The values that all examples of the documentation share. A page shows a service of the shop in place of
 * `EXAMPLE_SERVICE`, so that a copied example works at once.
 */

/** Id of the service that is ordered in the examples. */
export const EXAMPLE_SERVICE = 1
/** Id of a service of the type Custom Comments. */
export const EXAMPLE_COMMENT_SERVICE = 3
/** Number of the order that the examples place and look up. */
export const EXAMPLE_ORDER = 10_234
export const EXAMPLE_LINK = 'https://www.instagram.com/seoul.cafe.log'
export const EXAMPLE_AMOUNT = 100

/** A service that is no longer listed. */
export const EXAMPLE_GONE_SERVICE = 9

/** When the example's last service changed. */
export const EXAMPLE_CURSOR = '2026-11-22T00:15:30.123456Z'

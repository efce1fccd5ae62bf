/**
 * Values that all examples of the documentation share. Pages replace the example services by services of the shop, so
 * that a copied example works at once.
 */

/** Id of the service that is ordered in the examples. */
export const EXAMPLE_SERVICE = 1
/** Id of a service of the type Custom Comments. */
export const EXAMPLE_COMMENT_SERVICE = 3
/** Id of the order that the examples place and look up. */
export const EXAMPLE_ORDER = 10_234
export const EXAMPLE_LINK = 'https://www.instagram.com/seoul.cafe.log'
/** Quantity that the examples order. */
export const EXAMPLE_AMOUNT = 100

/** Id of a service that is no longer listed. */
export const EXAMPLE_GONE_SERVICE = 9

/** Cursor in the example of changed services: the time of the last change. */
export const EXAMPLE_CURSOR = '2026-11-22T00:15:30.123456Z'

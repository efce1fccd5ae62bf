/**
 * Header in which the server tells a page its own path and query. What a client sends under this name is overwritten.
 */
export const REQUEST_TARGET_HEADER = 'x-request-target'

/** Longer queries are left out of the address to which a login leads back. */
const MAX_QUERY_LENGTH = 3_000

/**
 * Address of the login for a signed-out person who asked for `target`; after the login he gets there
 * (docs/product.md#routes).
 */
export function loginAddressFor(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  // Next.js adds this parameter when its client fetches parts of a page.
  searchParams.delete('_rsc')
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  return `/order?next=${encodeURIComponent(pathname + (query.length > MAX_QUERY_LENGTH ? '' : query))}`
}

/**
 * Header in which the server passes the path and query of the request to the page, which can't read them otherwise. A
 * header of this name from a client is overwritten.
 */
export const REQUEST_TARGET_HEADER = 'x-request-target'

/** Maximum length of the query in the address to which a login leads back; a longer query is left out. */
const MAX_QUERY_LENGTH = 3_000

/**
 * Address of the login for a visitor who requested `target` (path and query), to which the login then leads back
 * (docs/product.md#routes).
 */
export function loginAddressFor(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  // Next.js adds this parameter when its client fetches parts of a page.
  searchParams.delete('_rsc')
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  return `/order?next=${encodeURIComponent(pathname + (query.length > MAX_QUERY_LENGTH ? '' : query))}`
}

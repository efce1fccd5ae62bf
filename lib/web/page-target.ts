/**
 * Header in which the server passes the request's path and query to the page, which can't read them otherwise. The
 * server overwrites a header of this name from a client.
 */
export const REQUEST_TARGET_HEADER = 'x-request-target'

/** Maximum length of a query that the login leads back to; a longer query is left out. */
const MAX_QUERY_LENGTH = 3_000

/**
 * URL of the login for somebody signed out who requested `target` (path and query). The login then leads back to
 * `target` (docs/product.md#routes).
 */
export function loginUrlFor(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  // Next.js adds this parameter when its client fetches parts of a page.
  searchParams.delete('_rsc')
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  return `/order?next=${encodeURIComponent(pathname + (query.length > MAX_QUERY_LENGTH ? '' : query))}`
}

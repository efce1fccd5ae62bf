/** Header by which the entry tells a page its own path and query; what a client sends under this name is replaced. */
export const REQUEST_TARGET_HEADER = 'x-request-target'

/** Most characters of a page's query that a login leads back to. */
const MAX_QUERY_LENGTH = 3_000

/** Address at which a signed-out person finds the login, which leads back to `target` (docs/product.md#routes). */
export function loginAddressFor(target: string): string {
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  // Added by Next.js to its own requests of a page's parts.
  searchParams.delete('_rsc')
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  return `/order?next=${encodeURIComponent(pathname + (query.length > MAX_QUERY_LENGTH ? '' : query))}`
}

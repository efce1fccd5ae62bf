/**
 * The part of a list's query string that a saved filter stores: all parameters except the selected row (`id`) and the
 * page of rows (`cursor`), sorted by name so that equal filters have equal texts.
 */
export function savedQuery(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of ['id', 'cursor']) params.delete(key)
  params.sort()
  const text = params.toString()
  return text && `?${text}`
}

/** The part of a list's query that a saved filter stores: without the selected row (`id`) and the page (`cursor`). */
export function savedQuery(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of ['id', 'cursor']) params.delete(key)
  params.sort()
  const text = params.toString()
  return text && `?${text}`
}

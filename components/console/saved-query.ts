/** What a saved filter stores of a list's query string: all but the selected row (`id`) and the page (`cursor`). */
export function savedQuery(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of ['id', 'cursor']) params.delete(key)
  params.sort()
  const text = params.toString()
  return text && `?${text}`
}

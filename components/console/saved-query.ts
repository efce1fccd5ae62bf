/** What of a list's query is its state: not the row that is chosen, nor how far one has leafed. */
export function savedQuery(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of ['id', 'cursor']) params.delete(key)
  params.sort()
  const text = params.toString()
  return text && `?${text}`
}

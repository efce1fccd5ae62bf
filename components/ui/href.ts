/** Query parameters of a URL, by name. */
export type Query = Readonly<Record<string, string | number | null | undefined>>

/** A path with its query. Null, undefined and empty values are left out, so that equal states have equal URLs. */
export function hrefOf(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') params.set(key, String(value))
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

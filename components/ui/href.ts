export type Query = Readonly<Record<string, string | number | null | undefined>>

/** A path with its query; what is absent or empty leaves the URL, so that one state has one address. */
export function hrefOf(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') params.set(key, String(value))
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

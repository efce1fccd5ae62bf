import type { SearchOption } from './search-options.ts'

/** React key of a search result: its kind and URL, because a page and an action may have the same URL. */
export const searchOptionKey = ({ kind, href }: SearchOption): string => `${kind} ${href}`

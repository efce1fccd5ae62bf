import type { SearchOption } from './search-options.ts'

/** React key of a search result: kind and address, because a page and an action may have the same address. */
export const optionKey = ({ kind, href }: SearchOption): string => `${kind} ${href}`

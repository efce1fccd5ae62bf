import type { SearchOption } from './search-options.ts'

/** Tells options apart: a page and an action may lead to the same address. */
export const optionKey = ({ kind, href }: SearchOption): string => `${kind} ${href}`

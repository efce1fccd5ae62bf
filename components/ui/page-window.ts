export interface PageWindow {
  /** Number of the current page, from 1. */
  readonly page: number
  /** Number of the last page. */
  readonly last: number
  /** Numbers of the pages to link. */
  readonly pages: readonly number[]
}

/**
 * The page numbers to link: the current page and its neighbours. Near the first or last page, more neighbours on the
 * other side are linked, so that the number of links stays the same. Null if there is only one page.
 */
export function pageWindow({
  page,
  pageSize,
  total,
  neighbours = 4,
}: {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly neighbours?: number
}): PageWindow | null {
  if (total <= pageSize) return null
  const last = Math.ceil(total / pageSize)
  const current = Math.min(Math.max(1, Math.trunc(page) || 1), last)
  const count = Math.min(neighbours * 2 + 1, last)
  const first = Math.min(Math.max(1, current - neighbours), last - count + 1)
  return { page: current, last, pages: Array.from({ length: count }, (_, index) => first + index) }
}

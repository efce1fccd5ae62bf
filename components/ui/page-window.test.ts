import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageWindow } from './page-window.ts'

describe('page links', () => {
  it('are hidden when everything fits one page', () => {
    expect(pageWindow({ page: 1, pageSize: 10, total: 0 })).toBeNull()
    expect(pageWindow({ page: 1, pageSize: 10, total: 10 })).toBeNull()
  })

  it.each([
    { page: 1, total: 11, neighbours: 2, pages: [1, 2] },
    { page: 1, total: 200, neighbours: 2, pages: [1, 2, 3, 4, 5] },
    { page: 10, total: 200, neighbours: 2, pages: [8, 9, 10, 11, 12] },
    { page: 20, total: 200, neighbours: 2, pages: [16, 17, 18, 19, 20] },
    { page: 10, total: 200, neighbours: 4, pages: [6, 7, 8, 9, 10, 11, 12, 13, 14] },
  ])('stand around page $page of $total rows', ({ page, total, neighbours, pages }) => {
    expect(pageWindow({ page, pageSize: 10, total, neighbours })?.pages).toEqual(pages)
  })

  it('bring a page out of range back into it', () => {
    expect(pageWindow({ page: 99, pageSize: 10, total: 25 })?.page).toBe(3)
    expect(pageWindow({ page: -4, pageSize: 10, total: 25 })?.page).toBe(1)
    expect(pageWindow({ page: Number.NaN, pageSize: 10, total: 25 })?.page).toBe(1)
  })

  it('always hold the current page, in order, within 1 and the last', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(10_000),
        fc.integer({ min: 0, max: 6 }),
        (page, pageSize, total, neighbours) => {
          const shown = pageWindow({ page, pageSize, total, neighbours })
          if (!shown) return total <= pageSize
          expect(total).toBeGreaterThan(pageSize)
          expect(shown.pages).toContain(shown.page)
          expect(shown.pages).toHaveLength(Math.min(neighbours * 2 + 1, shown.last))
          expect(shown.pages[0]).toBeGreaterThanOrEqual(1)
          expect(shown.pages.at(-1)).toBeLessThanOrEqual(shown.last)
          return true
        },
      ),
    )
  })
})

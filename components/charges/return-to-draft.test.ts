import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeDraft } from '../orders/stored-draft.ts'
import { returnToDraft } from './return-to-draft.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => vi.unstubAllGlobals())

/** Calls `returnToDraft` for this member. Returns the path that it goes to; null if it goes nowhere. */
function returnOf(memberId: number): string | null {
  const paths: string[] = []
  const isBack = returnToDraft({ push: (path) => void paths.push(path), refresh: () => {} }, memberId)
  expect(paths).toHaveLength(isBack ? 1 : 0)
  return paths[0] ?? null
}

test('a credited charge leads back to the order that its member was typing, and to nobody else’s', () => {
  expect(returnOf(1)).toBeNull()
  storeDraft({ serviceId: 12, link: '@seoul', amount: '10', auto: false, runs: '0', interval: '0', owner: 1 })
  expect(returnOf(1)).toBe('/order?service=12')
  expect(returnOf(2)).toBeNull()
})

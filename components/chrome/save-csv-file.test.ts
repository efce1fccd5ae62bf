import { afterEach, expect, test, vi } from 'vitest'
import { saveCsvFile } from './save-csv-file.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('the data of a file stays readable for a while after the press, and is freed then', () => {
  vi.useFakeTimers()
  const click = vi.fn()
  vi.stubGlobal('document', { createElement: () => ({ click }) })
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  saveCsvFile('상품번호.csv', '번호')
  expect(click).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(5_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledOnce()
})

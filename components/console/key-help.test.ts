import { expect, test } from 'vitest'
import { keyLinesOfList, keysWithoutRows, pickKeyLines } from './key-help.tsx'
import { serviceKeyLines } from './services/service-list.tsx'

test('below an empty list no key is named that acts on a row', () => {
  const own = [{ keys: ['N'], does: '새 공지', short: true }, ...pickKeyLines]
  const shown = keysWithoutRows(keyLinesOfList(own)).filter(({ short }) => short)
  expect(shown.map(({ does }) => does)).toEqual(['새 공지', '도움말'])
})

test('the help of the services names the key that undoes a price change', () => {
  expect(serviceKeyLines).toContainEqual({ keys: ['Z'], does: '가격 일괄 변경 되돌리기' })
})

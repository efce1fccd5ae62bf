import { expect, test } from 'vitest'
import { depositKeyHelp } from './deposits/deposit-keys.ts'
import { keyHelpOfList, keyHelpWithoutRows, withPickKeys, worksWithoutCharacterShortcuts } from './key-help.tsx'
import { serviceKeyHelp } from './services/service-list.tsx'

test('below an empty list no key is named that acts on a row', () => {
  const own = withPickKeys([{ keys: ['N'], does: '새 공지', isHint: true }])
  const shown = keyHelpWithoutRows(keyHelpOfList(own)).filter(({ isHint }) => isHint)
  expect(shown.map(({ does }) => does)).toEqual(['새 공지', '도움말'])
})

test('below an empty list of deposits only the help is named', () => {
  const shown = keyHelpWithoutRows(keyHelpOfList(depositKeyHelp)).filter(({ isHint }) => isHint)
  expect(shown.map(({ does }) => does)).toEqual(['도움말'])
})

test('with characters turned off, Enter, Escape and combinations with Ctrl are left', () => {
  const lines = keyHelpOfList(withPickKeys([{ keys: ['1–9', '0'], does: '충전 고르기' }]))
  const left = lines.filter(worksWithoutCharacterShortcuts).map(({ does }) => does)
  expect(left).toEqual(['자세히', '고르기 해제', '모두 찾기'])
})

test('the help of the services names the key that undoes a price change', () => {
  expect(serviceKeyHelp).toContainEqual({ keys: ['Z'], does: '가격 일괄 변경 되돌리기' })
})

test('the keys that pick rows are named once, with the list’s own text if it has one', () => {
  const shown = withPickKeys([{ keys: ['X'], does: '입금 고르기' }]).map(({ keys, does }) => [keys.join(' '), does])
  expect(shown).toEqual([
    ['X', '입금 고르기'],
    ['Shift J K', '이동하며 고르기'],
    ['Shift X', '모두 고르기'],
    ['Esc', '고르기 해제'],
  ])
})

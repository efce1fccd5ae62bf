import { expect, test } from 'vitest'
import { changeBody, type FieldChanges, moved, valuesWith, withChanged } from './list-declaration.ts'

const row = { content: '처음', isTop: false }

test('only changed fields are sent, with what their writer saw', () => {
  let changes: FieldChanges = {}
  changes = withChanged(changes, 'content', '고침 ', row)
  changes = withChanged(changes, 'isTop', true, row)
  changes = withChanged(changes, 'isTop', false, row)
  expect(valuesWith(row, changes)).toEqual({ content: '고침 ', isTop: false })
  expect(changeBody({ content: '고침', isTop: false }, changes)).toEqual({ content: '고침', seen: { content: '처음' } })
})

test('what was seen first stays what was seen, whatever the row becomes meanwhile', () => {
  const changes = withChanged(withChanged({}, 'content', '가', row), 'content', '나', {
    content: '남이 고침',
    isTop: false,
  })
  expect(changes).toEqual({ content: { value: '나', was: '처음' } })
})

test('a row moves one place, and stays at both ends', () => {
  expect(moved([1, 2, 3], 2, -1)).toEqual([2, 1, 3])
  expect(moved([1, 2, 3], 2, 1)).toEqual([1, 3, 2])
  expect(moved([1, 2, 3], 1, -1)).toEqual([1, 2, 3])
  expect(moved([1, 2, 3], 3, 1)).toEqual([1, 2, 3])
  expect(moved([1, 2], 9, 1)).toEqual([1, 2])
})

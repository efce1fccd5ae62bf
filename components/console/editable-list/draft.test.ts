import { expect, test } from 'vitest'
import {
  buildChangeBody,
  type FieldChanges,
  type FieldDeclaration,
  findConflicts,
  toDraftValue,
  withFieldChange,
} from './draft.ts'

const row = { content: '처음', isTop: false }
const fields: readonly FieldDeclaration[] = [
  { name: 'content', label: '내용', kind: 'lines' },
  { name: 'isTop', label: '맨 위', kind: 'switch' },
]

test('only changed fields are sent, with the values that their writer saw', () => {
  let changes: FieldChanges = {}
  changes = withFieldChange(changes, 'content', '고침 ', row.content)
  changes = withFieldChange(changes, 'isTop', true, row.isTop)
  changes = withFieldChange(changes, 'isTop', false, row.isTop)
  expect(buildChangeBody(fields, { content: '고침', isTop: false }, changes, row)).toEqual({
    content: '고침',
    seen: { content: '처음' },
  })
})

test('the expected version stays the value seen first, however the row changes meanwhile', () => {
  const changes = withFieldChange(
    withFieldChange<string>({}, 'content', '가', row.content),
    'content',
    '나',
    '남이 고침',
  )
  expect(changes).toEqual({ content: { draft: '나', was: '처음' } })
})

test('another’s change of the same field is a conflict, one of another field is not', () => {
  const changes = withFieldChange<string>({}, 'content', '가', row.content)
  expect(findConflicts(changes, row)).toEqual([])
  expect(findConflicts(changes, { ...row, isTop: true })).toEqual([])
  expect(findConflicts(changes, { ...row, content: '남이 고침' })).toEqual(['content'])
})

test('numbers are typed as text, null is an empty text, other values stay as they are', () => {
  expect([toDraftValue(2.5), toDraftValue(null), toDraftValue(true), toDraftValue('글'), toDraftValue([1])]).toEqual([
    '2.5',
    '',
    true,
    '글',
    [1],
  ])
})

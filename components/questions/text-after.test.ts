import { expect, test } from 'vitest'
import { textAfter } from './text-after.ts'

test('what is typed behind a message that is on its way stays in the field', () => {
  expect(textAfter('입금했어요.', '입금했어요.')).toBe('')
  expect(textAfter('입금했어요.', '입금했어요.\n이름은 김철수예요.')).toBe('이름은 김철수예요.')
  expect(textAfter('입금했어요.', '다시 쓴 글')).toBe('')
})

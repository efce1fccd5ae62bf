import { expect, test } from 'vitest'
import { unsentText } from './unsent-text.ts'

test('what is typed behind a message that is on its way stays in the field', () => {
  expect(unsentText('입금했어요.', '입금했어요.')).toBe('')
  expect(unsentText('입금했어요.', '입금했어요.\n이름은 김철수예요.')).toBe('이름은 김철수예요.')
  expect(unsentText('입금했어요.', '다시 쓴 글')).toBe('')
})

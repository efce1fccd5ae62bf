import { expect, test } from 'vitest'
import { restrictionOfRefusal } from './restriction-of-refusal.ts'

test('a refused login has a restriction only if the server’s answer contains one', () => {
  const refusal = { code: 'RESTRICTED', message: '이용이 제한된 계정입니다.', level: 'BANNED', reason: '부정 충전' }
  expect(restrictionOfRefusal(refusal)).toEqual(refusal)
  for (const other of [null, undefined, '', { code: 'RESTRICTED' }, { code: 'CONFLICT', level: 'BANNED' }])
    expect(restrictionOfRefusal(other)).toBeNull()
})

import { expect, test } from 'vitest'
import { readRestriction } from './read-restriction.ts'

test('a refused login has a restriction only if the server’s answer contains one', () => {
  const refusal = { code: 'RESTRICTED', message: '이용이 제한된 계정입니다.', level: 'BANNED', reason: '부정 충전' }
  expect(readRestriction(refusal)).toEqual(refusal)
  for (const other of [null, undefined, '', { code: 'RESTRICTED' }, { code: 'CONFLICT', level: 'BANNED' }])
    expect(readRestriction(other)).toBeNull()
})

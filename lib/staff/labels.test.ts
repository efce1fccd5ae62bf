import { expect, test } from 'vitest'
import { roleChangedText, roleWillChangeText } from './labels.ts'

test('a changed role is told by name and role, with the particle that the role takes', () => {
  expect(roleChangedText('mra626x5', 'SUPPORT')).toBe('mra626x5 님을 상담원으로 지정했어요.')
  expect(roleChangedText('mra626x5', 'OWNER')).toBe('mra626x5 님을 대표로 지정했어요.')
  expect(roleChangedText('mra626x5', 'MEMBER')).toBe('mra626x5 님을 운영자에서 뺐어요.')
  expect(roleWillChangeText('mra626x5', 'MANAGER', '11-23 10:00')).toBe(
    'mra626x5 님의 권한은 11-23 10:00에 관리자로 바뀌어요.',
  )
})

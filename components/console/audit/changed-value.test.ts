import { expect, test } from 'vitest'
import { changedFieldText, changedValueText } from './changed-value.ts'

test('a changed value has the Korean name of its field or setting, however deep it lies', () => {
  expect(changedFieldText('dropped')).toBe('이탈 수량')
  expect(changedFieldText('notified')).toBe('회원에게 알린 방법')
  expect(changedFieldText('change.kind')).toBe('바꾼 방법 › 종류')
  expect(changedFieldText('FOOTER_CEO')).toBe('대표자')
  // A setting whose change waits is written by its Korean name.
  expect(changedFieldText('계좌번호')).toBe('계좌번호')
})

test('times are those of Seoul, yes, no and nothing are words, and all else is as it was written', () => {
  expect(changedValueText('2026-11-22T15:00:00.000Z')).toBe('2026-11-23 00:00:00')
  expect(['true', 'false', 'null', ''].map(changedValueText)).toEqual(['예', '아니요', '없음', '(빈 값)'])
  expect(changedValueText('[{"providerId":3,"providerServiceId":"71"},{"providerId":4,"providerServiceId":""}]')).toBe(
    '공급사 번호 3 · 공급사 상품 번호 71\n공급사 번호 4 · 공급사 상품 번호 (빈 값)',
  )
  expect(changedValueText('[{ 점검 안내 }]')).toBe('[{ 점검 안내 }]')
  expect(changedValueText('[[1,0.5]]')).toBe('[[1,0.5]]')
})

import { expect, test } from 'vitest'
import { changedFieldText, changedValueText } from './changed-value.ts'

test('a changed value has the Korean name of its field or setting, however deep it lies', () => {
  expect(changedFieldText('dropped')).toBe('이탈 수량')
  expect(changedFieldText('notified')).toBe('회원에게 알린 방법')
  expect(changedFieldText('change.kind')).toBe('바꾼 방법 › 종류')
  expect(changedFieldText('FOOTER_CEO')).toBe('대표자')
  // A pending change of a setting is recorded under the Korean name of the setting.
  expect(changedFieldText('계좌번호')).toBe('계좌번호')
})

test('times are in Seoul time, yes, no and nothing are words, and other values are as they were recorded', () => {
  expect(changedValueText('2026-11-22T15:00:00.000Z')).toBe('2026-11-23 00:00:00')
  expect(['true', 'false', 'null', ''].map((text) => changedValueText(text))).toEqual([
    '예',
    '아니요',
    '없음',
    '(빈 값)',
  ])
  expect(changedValueText('[{"providerId":3,"providerServiceId":"71"},{"providerId":4,"providerServiceId":""}]')).toBe(
    '공급사 번호 3 · 공급사 상품 번호 71\n공급사 번호 4 · 공급사 상품 번호 (빈 값)',
  )
  expect(changedValueText('[{ 점검 안내 }]')).toBe('[{ 점검 안내 }]')
  expect(changedValueText('[[1,0.5]]')).toBe('[[1,0.5]]')
  expect(changedValueText('[10001,10002]')).toBe('10001, 10002')
})

test('states, kinds and reasons are Korean words; those of a status depend on the type of the subject', () => {
  const textOf = (field: string, text: string, subject = '') => changedValueText(text, { field, subject })
  expect([textOf('restriction', 'NORMAL'), textOf('restriction', 'SUSPENDED')]).toEqual(['정상', '일시 정지'])
  expect([textOf('kind', 'ADJUSTMENT'), textOf('why', 'LIMIT')]).toEqual(['포인트 조정', '한 건 한도를 넘어요'])
  expect([textOf('change.kind', 'PERCENT'), textOf('change.rounding', 'NEAREST')]).toEqual(['비율(%)', '반올림'])
  expect([textOf('status', '2', 'order'), textOf('status', '2', 'charge')]).toEqual(['완료', '거절'])
  expect(textOf('memo', 'NORMAL')).toBe('NORMAL')
})

test('a price change of many services shows its first prices', () => {
  const prices = JSON.stringify(Array.from({ length: 12 }, (_, at) => [at + 1, 90 + at / 2]))
  expect(changedFieldText('prices', prices)).toBe('상품 12개의 가격')
  expect(changedValueText(prices, { field: 'prices' })).toBe(
    '상품 1 90원 · 상품 2 90.5원 · 상품 3 91원 · 상품 4 91.5원 · 상품 5 92원 · 외 7개',
  )
  expect(changedValueText('[[1,"가"]]', { field: 'prices' })).toBe('[[1,"가"]]')
})

import { expect, test } from 'vitest'
import { changeMail, priceChangeText } from './labels.ts'

test.each([
  [1_000_000n, 1_200_000n, '20% 올랐어요'],
  [1_000_000n, 985_000n, '1.5% 내렸어요'],
  [1_000_000n, 999_999n, '0.1% 내렸어요'],
  [300n, 900n, '200% 올랐어요'],
  [0n, 900n, ''],
  [900n, 900n, ''],
])('a price of %d that is %d now: %s', (before, after, text) => {
  expect(priceChangeText(before, after)).toBe(text)
})

test('the e-mail groups changes by day, names how many more there are, and leads to the list', () => {
  const price = { kind: 'PRICE', text: '팔로워', priceBefore: 1_000_000n, priceAfter: 800_000n } as const
  const ended = { kind: 'ENDED', text: '조회수', priceBefore: 1n, priceAfter: 1n } as const
  const changes = [
    { day: '2026-11-22', ...price },
    { day: '2026-11-21', ...ended },
  ]
  const { subject, body } = changeMail(changes, 40, 'https://shop.example/changes?mine=1')
  expect(subject).toBe('주문하신 상품 40건이 바뀌었어요')
  expect(body).toBe(
    [
      '주문하신 상품이 이렇게 바뀌었어요.',
      '2026년 11월 22일\n- [가격 변경] 팔로워: 10원 → 8원 (20% 내렸어요)',
      '2026년 11월 21일\n- [판매 종료] 조회수',
      '그 밖에 38건이 더 있어요.',
      '모두 보기: https://shop.example/changes?mine=1\n이 이메일은 서비스 변경 안내 화면에서 끌 수 있어요.',
    ].join('\n\n'),
  )
})

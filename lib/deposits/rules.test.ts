import { expect, test } from 'vitest'
import { chargeStatus } from '#lib/charges/labels.ts'
import { depositStatuses } from './labels.ts'
import {
  fundingOf,
  isApprovedWithoutDeposit,
  isDepositSettled,
  isDepositWaiting,
  NO_DEPOSITOR_NAME,
  normalDepositorName,
  sumOfWon,
} from './rules.ts'

test('a deposit waits until it is matched, split, merged, returned or closed, an unconfirmed one is not settled', () => {
  expect(depositStatuses.filter((status) => isDepositWaiting({ status }))).toEqual(['WAITING'])
  expect(depositStatuses.filter((status) => !isDepositSettled({ status }))).toEqual(['WAITING', 'UNCONFIRMED'])
})

test('a deposit without a name fits no charge, whatever that is called', () => {
  expect(normalDepositorName('(이름 없음)')).toBe('')
  expect(NO_DEPOSITOR_NAME).toBe('(이름 없음)')
  expect(normalDepositorName('(주) Abc')).toBe('주abc')
})

test.each([
  ...[
    '이체불능',
    '타행이체불능',
    '불능(홍길동)',
    '환입',
    '이체 환입',
    '환입(홍길동)',
    '타행환입홍길동',
    '반송',
    '타행 반송',
    '착오송금반환',
    '반환금',
    '입금취소',
    '입금정정',
    '카드취소',
    '환불',
  ],
  ...[
    '토스페이먼츠',
    '(주)토스페이먼츠',
    '㈜ 토스페이먼츠',
    '주식회사 카카오페이',
    '카카오페이(주)',
    'ＮＨＮ ＫＣＰ',
    'KG이니시스_정산',
    '나이스페이먼츠 1129',
  ],
  ...[
    '정산',
    '카드매출대금',
    'PG정산금 1129',
    '비씨카드',
    'BC카드 가맹점대금',
    '신한카드 11/29',
    '네이버페이',
    '다날',
    '예금이자',
    '국세환급금',
    '강남세무서',
    '모바일이체',
    'ATM',
  ],
])('%s is nobody’s name', (text) => {
  expect(normalDepositorName(text)).toBe('')
})

test.each([
  ...[
    '김입금',
    '김태환입금',
    '교환입시학원',
    '주식회사 이체',
    '현금이',
    '반송희',
    '정정희',
    '반송약국',
    '카카오페이홍길동',
    '홍길동(토스)',
    '토스_홍길동',
    '네이버페이 김민수',
  ],
  ...[
    '페이코리아',
    '다날개',
    '신한카드도매',
    '환급이',
    '주다희',
    '홍*동',
    '강남세무사',
    '김환희',
    '정산호',
    '김대금',
    '카드나라',
  ],
])('%s may be a name', (text) => {
  expect(normalDepositorName(text)).not.toBe('')
})

test('a long text of the words is judged at once', () => {
  expect(normalDepositorName(`${'타행이체입금'.repeat(16)}홍`)).not.toBe('')
})

const hook = { source: 'HOOK', isTrusted: false, confirmedBy: null } as const
const trusted = { source: 'CONNECTION', isTrusted: true, confirmedBy: null } as const
const suggested = { source: 'CONNECTION', isTrusted: false, confirmedBy: null } as const
const imported = { source: 'IMPORT', isTrusted: false, confirmedBy: null } as const

test.each([
  [[hook], 'AUTHENTICATED'],
  [[trusted], 'AUTHENTICATED'],
  [[suggested], 'UNCONFIRMED'],
  [[imported], 'UNCONFIRMED'],
  [[{ ...imported, isTrusted: true }], 'UNCONFIRMED'],
  [[{ ...imported, confirmedBy: 7 }], 'CONFIRMED'],
  [[{ ...suggested, confirmedBy: 7 }], 'CONFIRMED'],
  [[hook, trusted], 'AUTHENTICATED'],
  [[hook, { ...imported, confirmedBy: 7 }], 'CONFIRMED'],
  [[hook, { ...imported, confirmedBy: 7 }, imported], 'UNCONFIRMED'],
] as const)('a charge paid by %o is as sure as the weakest: %s', (deposits, funding) => {
  expect(fundingOf(deposits)).toBe(funding)
})

test('sums of won are exact to a hundredth', () => {
  expect(sumOfWon([])).toBe(0)
  expect(sumOfWon([0.1, 0.2])).toBe(0.3)
  expect(sumOfWon([10_000.01, 0.99])).toBe(10_001)
})

test('what staff approved before its money came only gets its deposit', () => {
  const before = (status: number, outcome: string | null) => isApprovedWithoutDeposit({ status, outcome })
  expect(before(chargeStatus.SUCCESS, 'APPROVED')).toBe(true)
  expect(before(chargeStatus.PENDING, null)).toBe(false)
  expect(before(chargeStatus.FAIL, 'EXPIRED')).toBe(false)
})

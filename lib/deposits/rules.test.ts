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

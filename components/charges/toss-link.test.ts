import { expect, it } from 'vitest'
import { tossLink } from './toss-link.ts'

const transfer = { bankingCode: '004', accountNumber: '000000-01-000000', amount: 11_000 }

it('contains the name of the bank, the account number without dashes, and the amount', () => {
  expect(tossLink(transfer)).toBe('supertoss://send?bank=%EA%B5%AD%EB%AF%BC&accountNo=00000001000000&amount=11000')
})

it('is null for an unknown bank or without an account number', () => {
  expect(tossLink({ ...transfer, bankingCode: '' })).toBeNull()
  expect(tossLink({ ...transfer, bankingCode: '999' })).toBeNull()
  expect(tossLink({ ...transfer, accountNumber: '-' })).toBeNull()
})

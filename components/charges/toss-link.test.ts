import { expect, it } from 'vitest'
import { tossLink } from './toss-link.ts'

const transfer = { bankingCode: '004', accountNumber: '000000-01-000000', amount: 11_000 }

it('carries the bank by its name, the account without dashes, and the amount to transfer', () => {
  expect(tossLink(transfer)).toBe('supertoss://send?bank=%EA%B5%AD%EB%AF%BC&accountNo=00000001000000&amount=11000')
})

it('is none for an unknown bank or without an account', () => {
  expect(tossLink({ ...transfer, bankingCode: '' })).toBeNull()
  expect(tossLink({ ...transfer, bankingCode: '999' })).toBeNull()
  expect(tossLink({ ...transfer, accountNumber: '-' })).toBeNull()
})

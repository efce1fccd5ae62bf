import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentKinds, documentStates, receiptStatuses } from './labels.ts'
import {
  isIssuedByConnectedIssuer,
  isSettleableCorrection,
  nextReceiptStatuses,
  previousReceiptStatuses,
  splitIntoSupplyAndTax,
} from './rules.ts'

test('a receipt is issued or fails; a failed one is tried again, an issued one can only be withdrawn', () => {
  expect(nextReceiptStatuses('REQUESTED')).toEqual(['ISSUED', 'FAILED'])
  expect(nextReceiptStatuses('FAILED')).toEqual(['ISSUED', 'REQUESTED'])
  expect(nextReceiptStatuses('ISSUED')).toEqual(['FAILED'])
})

test('staff mark a receipt only from a status that leads to the new one', () => {
  expect(receiptStatuses.map(previousReceiptStatuses)).toEqual([
    ['FAILED'],
    ['REQUESTED', 'FAILED'],
    ['REQUESTED', 'ISSUED'],
  ])
})

test.each([
  ['11,000 won are 10,000 and 1,000', 1_100_000n, 1_000_000n, 100_000n],
  ['1 won is a supply of 1 and no tax', 100n, 100n, 0n],
  ['5 won are 5 and no tax', 500n, 500n, 0n],
  ['6 won are 5 and 1', 600n, 500n, 100n],
  ['12,345 won are 11,223 and 1,122', 1_234_500n, 1_122_300n, 112_200n],
  ['nothing is nothing', 0n, 0n, 0n],
])('of a transfer a tenth of the supply value is tax, in whole won: %s', (_, paid, supply, tax) => {
  expect(splitIntoSupplyAndTax(paid)).toEqual({ supply, tax })
})

test('supply value and tax add up to the transfer, and the tax is a tenth of the supply value to half a won', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 9n), (won) => {
      const { supply, tax } = splitIntoSupplyAndTax(won * 100n)
      expect(supply + tax).toBe(won * 100n)
      expect([supply % 100n, tax % 100n]).toEqual([0n, 0n])
      const off = supply - tax * 10n
      expect(off <= 550n && off >= -550n).toBe(true)
    }),
  )
})

const everyDocument = documentKinds.flatMap((kind) =>
  documentStates.flatMap((state) => [true, false].map((isSent) => ({ kind, state, isSent }))),
)
const nameOf = ({ kind, state, isSent }: (typeof everyDocument)[number]) => `${kind} ${state}${isSent ? ' sent' : ''}`

test('staff can’t settle a receipt that the service has issued, or may be issuing at this moment', () => {
  const blocking = everyDocument.filter((document) => isIssuedByConnectedIssuer({ documents: [document] }))
  expect(blocking.map(nameOf)).toEqual([
    'ISSUE WAITING sent',
    'ISSUE ISSUED sent',
    'ISSUE ISSUED',
    'ISSUE FILED sent',
    'ISSUE FILED',
  ])
  expect(isIssuedByConnectedIssuer({ documents: [] })).toBe(false)
})

test('of several documents one that is issued is enough', () => {
  const failed = { kind: 'ISSUE', state: 'FAILED', isSent: true }
  expect(isIssuedByConnectedIssuer({ documents: [failed, { ...failed, state: 'FILED' }] })).toBe(true)
  expect(isIssuedByConnectedIssuer({ documents: [failed, failed] })).toBe(false)
})

test('staff settle a correction that the service refused, or that was never sent', () => {
  expect(everyDocument.filter(isSettleableCorrection).map(nameOf)).toEqual([
    'CORRECTION WAITING',
    'CORRECTION FAILED sent',
    'CORRECTION FAILED',
  ])
})

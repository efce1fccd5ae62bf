import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RawDetails, readDetails } from '#lib/catalog/order-details.ts'
import { type ServiceTypeName, serviceTypeNames } from '#lib/catalog/service-types.ts'
import { ordersByType } from '#lib/catalog/testing/order-details.ts'
import { priceOf } from '#lib/money/prices.ts'
import { shareOf } from '#lib/money/share.ts'
import { orderStatus } from './labels.ts'
import { decideTransition, type OrderState } from './rules.ts'

const { PENDING, INPROGRESS, PARTIAL, CANCELED } = orderStatus

const shortLines = (max: number) => fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: max })

/** What members send for a type: a valid order of that type, with a random number of lines or posts. */
const sentFor = (type: ServiceTypeName): fc.Arbitrary<RawDetails> => {
  const { sent } = ordersByType[type]
  const lines = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 40 })
  if (type === 'Subscriptions')
    return fc
      .record({ max: fc.integer({ min: 1, max: 5_000 }), posts: fc.integer({ min: 1, max: 100 }) })
      .map((posts) => ({ ...sent, ...posts }))
  if ('comments' in sent) return shortLines(40).map((comments) => ({ ...sent, comments }))
  return 'usernames' in sent ? lines.map((usernames) => ({ ...sent, usernames })) : fc.constant(sent)
}

test.each(serviceTypeNames)('%s: what is charged for a part and what comes back for the rest are the price', (type) => {
  const order = fc.record({
    sent: sentFor(type),
    asked: fc.integer({ min: 1, max: 100_000 }),
    unitPrice: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    falls: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
  })
  fc.assert(
    fc.property(order, ({ sent, asked, unitPrice, falls }) => {
      const { amount: own, rules } = readDetails(type, sent)
      expect(rules.filter(([, isBroken]) => isBroken)).toEqual([])
      const amount = own ?? asked
      const price = priceOf(unitPrice, amount)
      let state: OrderState = { status: PENDING, amount, remains: amount, price, refunded: 0n, recovered: 0n }
      const parts: bigint[] = []
      const move = (status: typeof INPROGRESS | typeof PARTIAL | typeof CANCELED, remains: number | null) => {
        const decision = decideTransition(state, { status, remains, by: 'staff', reason: '정정' })
        if ('refused' in decision) return
        parts.push(decision.refunded - state.refunded)
        state = { ...state, status: decision.to, remains: decision.remains, refunded: decision.refunded }
      }
      move(INPROGRESS, null)
      for (const fall of falls) move(PARTIAL, Math.ceil(fall * amount))
      const sum = () => parts.reduce((total, part) => total + part, 0n)
      const isOpen = state.status === INPROGRESS
      const due = state.status === CANCELED ? price : shareOf(price, isOpen ? 0 : state.remains, amount)
      expect(sum()).toBe(due)
      expect(parts.every((part) => part >= 0n)).toBe(true)
      move(CANCELED, null)
      if (isOpen || state.status === CANCELED) expect(sum()).toBe(price)
    }),
  )
})

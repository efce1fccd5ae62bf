import { afterEach, describe, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { isOptionalField } from '#lib/catalog/detail-fields.ts'
import { readDetails } from '#lib/catalog/order-details.ts'
import { serviceTypeNames, serviceTypeOf } from '#lib/catalog/service-types.ts'
import { ordersByType, quantityByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Caller } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { ask } from '#lib/core/testing/call.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { placeOrdersCall } from '#lib/orders/bulk/calls.ts'
import { placeOrderCall } from '#lib/orders/calls.ts'
import { resellerOrderCall, resellerOrdersCall } from '#lib/reseller/calls.ts'

afterEach(() => expectBooksBalance())

const waysToOrder = [
  ['POST /service/order', placeOrderCall, 'session', (order: object) => order],
  ['POST /order', resellerOrderCall, 'api-key', (order: object) => order],
  ['POST /service/orders', placeOrdersCall, 'session', (order: object) => ({ orders: [order], atomic: true })],
  ['POST /orders', resellerOrdersCall, 'api-key', (order: object) => ({ orders: [order], atomic: true })],
] as const

/**
 * Statuses that a refusal may have. The bulk call is sent with `atomic`, so a wrong order refuses the whole call (409).
 * A text that can't be stored refuses any call with 400.
 */
const refusedStatuses = (body: object): number[] => ('orders' in body ? [400, 409] : [400])

describe.each(waysToOrder)('%s', (_, call, via, bodyOf) => {
  async function order(body: object) {
    const { id: memberId, loginId } = await makeMember({ points: 100 })
    const caller: Caller = { memberId, loginId, role: 'MEMBER', via, sessionId: null }
    const answer = await ask(call, { caller, body: bodyOf({ link: 'https://example.com/p/1', ...body }) })
    const rows = await db().rows('SELECT amount, details, service_type, price FROM orders WHERE member_id = $1', [
      memberId,
    ])
    return { ...answer, rows }
  }

  test.each(serviceTypeNames)('orders %s by its fields beside the link, at the price of its quantity', async (type) => {
    const serviceId = await makeService({ type, price: 1.5 })
    const { sent } = ordersByType[type]
    const { status, rows } = await order({ serviceId, amount: 3, ...sent })
    expect(status).toBe(201)
    const amount = quantityByType[type]
    const { details } = readDetails(type, sent)
    expect(rows).toEqual([{ amount, details, serviceType: type, price: BigInt(amount * 150) }])
  })

  test.each(serviceTypeNames.filter((type) => serviceTypeOf(type).fields.length > 0))(
    'refuses %s with each field of the wrong form, and takes nothing',
    async (type) => {
      const serviceId = await makeService({ type })
      for (const field of serviceTypeOf(type).fields)
        for (const wrong of ['', '\u0000', [], null, '\ud800', 'a\u0007b']) {
          const { name, kind } = field
          const numeric = typeof wrong === 'object' && (kind === 'number' || kind === 'choice')
          if (numeric && wrong !== null) continue
          if (isOptionalField(field) && (wrong === '' || wrong === null)) continue
          const { status, rows } = await order({ serviceId, amount: 3, ...ordersByType[type].sent, [name]: wrong })
          if (name === 'referringUrl') continue
          expect(refusedStatuses(bodyOf({})), `${name}: ${wrong}`).toContain(status)
          expect([name, wrong, rows]).toEqual([name, wrong, []])
        }
    },
  )
})

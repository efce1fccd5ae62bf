import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { type ServiceTypeName, serviceTypeNames } from '#lib/catalog/service-types.ts'
import { linkParameter, ordersByType, quantityByType } from '#lib/catalog/testing/order-details.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { placeOrdersCall } from '#lib/orders/bulk/calls.ts'
import { placeOrderCall } from '#lib/orders/calls.ts'
import { type FakeProvider, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { serviceIdOfType } from '#lib/providers/testing/fake-provider-types.ts'
import { makeProvider, sendWaitingOrders } from '#lib/providers/testing/providers.ts'
import { resellerOrderCall, resellerOrdersCall } from '#lib/reseller/calls.ts'
import { apiV2Call } from '#lib/reseller/v2/calls.ts'
import { newAddress, send, signedIn } from '#lib/web/testing/caller.ts'

// Orders every service type through every call that can order it, and compares the parameters that its provider
// receives with those written by hand from panels' documentation.

let fakeProvider: FakeProvider
let providerId: number
beforeAll(async () => {
  fakeProvider = await startFakeProvider()
  providerId = await makeProvider(fakeProvider)
})
afterAll(() => fakeProvider.stop())
afterEach(() => expectBooksBalance())

const link = 'https://www.instagram.com/p/typed/'
const AMOUNT = 3

type Asked = { type: ServiceTypeName; serviceId: number }

const ownOrder = ({ type, serviceId }: Asked) => ({ serviceId, link, amount: AMOUNT, ...ordersByType[type].sent })

/** The parameters that a client of API v2 sends, under the names that panels document. */
const v2Order = ({ type, serviceId }: Asked) => ({
  action: 'add',
  service: serviceId,
  ...linkParameter(type, link),
  ...ordersByType[type].parameters,
})

const asForm = (fields: object): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()

const form = { 'content-type': 'application/x-www-form-urlencoded' }

const ways = {
  'POST /service/order': (asked: Asked) => ({ call: placeOrderCall, body: ownOrder(asked) }),
  'POST /service/orders': (asked: Asked) => ({ call: placeOrdersCall, body: { orders: [ownOrder(asked)] } }),
  'POST /order': (asked: Asked) => ({ call: resellerOrderCall, body: ownOrder(asked) }),
  'POST /orders': (asked: Asked) => ({ call: resellerOrdersCall, body: { orders: [ownOrder(asked)] } }),
  'POST /api/v2 as a form': (asked: Asked) => ({ call: apiV2Call, raw: asForm(v2Order(asked)), headers: form }),
  'POST /api/v2 as JSON': (asked: Asked) => ({ call: apiV2Call, body: v2Order(asked) }),
  // Some clients send every known parameter for every type.
  'POST /api/v2 with a quantity of 0 where the type has none': (asked: Asked) => ({
    call: apiV2Call,
    raw: asForm({ quantity: 0, ...v2Order(asked) }),
    headers: form,
  }),
}

describe.each(Object.entries(ways))('%s', (_, wayOf) => {
  test.each(serviceTypeNames)(
    '%s reaches its provider with exactly the documented parameters, paid once',
    async (type) => {
      const member = await signedIn({ points: 100 })
      const serviceId = await makeService({ type, price: 3.33333 })
      await db().rows('UPDATE services SET provider_id = $2, provider_service_id = $3 WHERE id = $1', [
        serviceId,
        providerId,
        serviceIdOfType(type),
      ])
      const { call, headers, ...sent } = { headers: {}, ...wayOf({ type, serviceId }) }
      const own = call.access === 'api-key' ? { 'api-key': await issueApiKey(db(), member.id) } : member.headers
      const answer = await send(call, { ...sent, headers: { ...own, ...headers }, address: newAddress() })
      expect(answer.json, answer.body.toString()).not.toHaveProperty('error')
      const orders = await db().rows('SELECT amount, price FROM orders WHERE member_id = $1', [member.id])
      const amount = quantityByType[type]
      expect(orders).toEqual([{ amount, price: { 1: 334n, 2: 667n, 3: 1_000n }[amount] }])

      expect(await sendWaitingOrders()).toBe(1)
      const { link: sentLink, service, parameters } = fakeProvider.taken.at(-1) ?? {}
      const wanted = { link: '', ...linkParameter(type, link), ...ordersByType[type].parameters }
      expect({ link: sentLink, service, ...parameters }).toEqual({
        ...Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, String(value)])),
        service: serviceIdOfType(type),
      })
    },
  )
})

import { expect, test } from 'vitest'
import { makeService } from '#lib/catalog/testing/services.ts'
import { dropCached } from '#lib/core/cache.ts'
import { newAddress, send, signedIn } from '#lib/web/testing/caller.ts'
import { searchServicesCall } from './calls.ts'
import { makePriceRule } from './testing/prices.ts'

test('the search names the price that its caller pays: his own, for others and visitors the list’s', async () => {
  const serviceId = await makeService({ price: 61 })
  const [member, other] = [await signedIn(), await signedIn()]
  await makePriceRule({ memberId: member.id, serviceId, percent: 5_000 })
  dropCached('catalog')
  const priceFor = async (headers: Record<string, string>) => {
    const search = `q=${serviceId}`
    const { json } = await send(searchServicesCall, { search, headers, address: newAddress() })
    return json.rows.find(({ id }: { id: number }) => id === serviceId)?.point
  }
  expect(await priceFor(member.headers)).toBe(30.5)
  expect(await priceFor(other.headers)).toBe(61)
  expect(await priceFor({})).toBe(61)
  expect(await priceFor({ authorization: 'no.such.token' })).toBe(61)
})

import { expect, it } from 'vitest'
import { resellerOrderStatus, resellerPlacedOrder, resellerServiceList } from '#lib/reseller/schema.ts'
import { addedOrder } from '#lib/reseller/v2/schema.ts'
import { apiSamples, apiV2Answer, apiV2Curl, curlOf } from './api-samples.ts'

it('shows answers of the very shape that the calls give', () => {
  const [services, order, status] = apiSamples.map(({ answer }) => answer)
  expect(resellerServiceList.parse(services)).toEqual(services)
  expect(resellerPlacedOrder.parse(order)).toEqual(order)
  expect(resellerOrderStatus.parse(status)).toEqual(status)
})

it('writes a call as a command line', () => {
  const [services, order] = apiSamples.map((sample) => curlOf(sample, 'https://shop.example'))
  expect(services).toBe("curl https://shop.example/services \\\n  -H 'api-key: 발급받은 키'")
  expect(order).toBe(
    "curl -X POST https://shop.example/order \\\n  -H 'api-key: 발급받은 키' \\\n  -H 'content-type: application/json' \\\n" +
      `  -d '{"serviceId":1,"link":"https://www.instagram.com/seoul.cafe.log","amount":100}'`,
  )
})

it('writes an order by API v2 as a command line, with the answer that the action gives', () => {
  expect(apiV2Curl('https://shop.example')).toBe(
    "curl https://shop.example/api/v2 \\\n  -d 'key=발급받은 키' \\\n  -d action=add \\\n  -d service=1 \\\n  -d quantity=100 \\\n" +
      '  --data-urlencode link=https://www.instagram.com/seoul.cafe.log',
  )
  expect(addedOrder.parse(apiV2Answer)).toEqual(apiV2Answer)
})

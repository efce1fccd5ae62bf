import { expect, it } from 'vitest'
import { resellerOrder, resellerServiceList, resellerStatus } from '#lib/reseller/schema.ts'
import { apiSamples, curlOf } from './api-samples.ts'

it('shows answers of the very shape that the calls give', () => {
  const [services, order, status] = apiSamples.map(({ answer }) => answer)
  expect(resellerServiceList.parse(services)).toEqual(services)
  expect(resellerOrder.parse(order)).toEqual(order)
  expect(resellerStatus.parse(status)).toEqual(status)
})

it('writes a call as a command line', () => {
  const [services, order] = apiSamples.map((sample) => curlOf(sample, 'https://shop.example'))
  expect(services).toBe("curl https://shop.example/services \\\n  -H 'api-key: 발급받은 키'")
  expect(order).toBe(
    "curl -X POST https://shop.example/order \\\n  -H 'api-key: 발급받은 키' \\\n  -H 'content-type: application/json' \\\n" +
      `  -d '{"serviceId":1,"link":"https://www.instagram.com/seoul.cafe.log","amount":100}'`,
  )
})

import { afterEach, expect, it, vi } from 'vitest'
import type { Trial } from '#lib/reseller/documentation/blocks.ts'
import { buildTrialRequest, sendTrial } from './send-trial.ts'

const order: Trial = {
  name: '주문하기',
  method: 'POST',
  path: '/order',
  key: 'header',
  fixed: {},
  fields: [
    { name: 'serviceId', in: 'body', type: 'number', value: '1', label: '상품 번호' },
    { name: 'link', in: 'body', type: 'text', value: 'x', label: '링크' },
  ],
}
const status: Trial = {
  ...order,
  method: 'GET',
  path: '/status/{wId}',
  fields: [{ name: 'wId', in: 'path', type: 'number', value: '', label: '주문번호' }],
}
const balance: Trial = { ...order, path: '/api/v2', key: 'body', fixed: { action: 'balance' }, fields: [] }

afterEach(() => vi.unstubAllGlobals())

it('sends a typed number as a number, and any other text as typed, which the shop then refuses', () => {
  expect(buildTrialRequest(order, { serviceId: '12', link: '7' })).toEqual({
    path: '/order',
    body: { serviceId: 12, link: '7' },
  })
  expect(buildTrialRequest(order, { serviceId: 'x', link: '' }).body).toEqual({ serviceId: 'x', link: '' })
})

it('encodes a value in the path, so that it can’t change the rest of the path', () => {
  expect(buildTrialRequest(status, { wId: '../order?a' })).toEqual({ path: '/status/..%2Forder%3Fa', body: null })
})

it('sends the key in the header or, to API v2, in the body, and never the session', async () => {
  const fetch = vi.fn(
    async (_path: string, _init: RequestInit) => new Response('{"a":1}', { status: 201, headers: { etag: '"1"' } }),
  )
  vi.stubGlobal('fetch', fetch)
  const answer = await sendTrial(order, { serviceId: '1', link: 'x' }, 'sk_test_1')
  expect(answer).toMatchObject({ status: 201, body: '{\n  "a": 1\n}' })
  expect(answer.headers).toContainEqual(['etag', '"1"'])
  await sendTrial(balance, {}, 'sk_test_1')
  const [[, first], [, second]] = fetch.mock.calls as unknown as [[string, RequestInit], [string, RequestInit]]
  expect(first).toMatchObject({ credentials: 'omit', headers: { 'api-key': 'sk_test_1' } })
  expect(JSON.parse(String(second.body))).toEqual({ key: 'sk_test_1', action: 'balance' })
  expect(second.headers).not.toHaveProperty('api-key')
})

it('has no status without a response, and cuts a response that is too long to show', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  expect((await sendTrial(order, {}, '')).status).toBeNull()
  vi.stubGlobal('fetch', async () => new Response('x'.repeat(10_000)))
  expect((await sendTrial(order, {}, '')).body.length).toBeLessThan(4_100)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Entry, PASSED_ON_STATUS, startEntry } from './testing/entry.ts'

let entry: Entry
beforeAll(async () => {
  entry = await startEntry()
})
afterAll(() => entry.stop())

test('Markdown of the documentation is answered before Next, its pages by Next', async () => {
  const { status, headers, body } = await entry.ask('/docs/orders.md')
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(headers['cache-control']).toBe('public, max-age=300')
  expect(body.toString().startsWith('# 주문\n')).toBe(true)
  for (const path of ['/docs', '/docs/orders', '/docs/orders?x=1', '/docs.md', '/llms.txt', '/llms-full.txt'])
    expect((await entry.ask(path)).status, path).toBe(PASSED_ON_STATUS)
})

test('a head of Markdown has no body, and an unknown page is 404', async () => {
  const { status, headers, body } = await entry.ask('/docs/orders.md', { method: 'HEAD' })
  expect([status, headers['content-type'], body.length]).toEqual([200, 'text/markdown; charset=utf-8', 0])
  for (const path of ['/docs/nothing.md', '/docs/ORDERS.md']) expect((await entry.ask(path)).status, path).toBe(404)
})

test('pages and Markdown are only read', async () => {
  for (const path of ['/docs', '/docs/orders', '/docs/orders.md', '/llms.txt']) {
    const { status, headers } = await entry.ask(path, { method: 'POST' })
    expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD'])
  }
})

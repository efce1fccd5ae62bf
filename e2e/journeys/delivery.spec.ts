import pg from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type FakeProvider, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { demoMember, logIn, open, owner, placeOrder } from '../support/app.ts'
import { test } from '../support/fixtures.ts'

let fakeProvider: FakeProvider
let client: pg.Client
let providerStatus = 'Pending'
let providerId = 0

beforeAll(async () => {
  fakeProvider = await startFakeProvider({
    answerOf: () => ({ status: providerStatus, remains: providerStatus === 'Completed' ? '0' : '10' }),
  })
  client = new pg.Client({ connectionString: inject('shop').databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.query('UPDATE services SET provider_id = NULL, provider_service_id = NULL WHERE provider_id = $1', [
    providerId,
  ])
  await client.end()
  await fakeProvider.stop()
})

const urlOf = (path: string) => inject('shop').url + path

async function post(path: string, body: object, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: token }
  const answer = await fetch(urlOf(path), { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.ok, path).toBe(true)
  return answer.json()
}

type TestService = { id: number; min: number }

/**
 * Creates a provider at the fake provider's address, and a service that this provider delivers and that no other
 * journey uses. Returns the service.
 */
async function addProviderWithService(): Promise<TestService> {
  const { accessToken } = (await post('/auth/login', owner)) as { accessToken: string }
  const provider = { name: '시험 공급사', apiUrl: fakeProvider.url, key: fakeProvider.key }
  const { id } = (await post('/api/admin/providers', provider, accessToken)) as { id: number }
  providerId = id
  const { rows } = await client.query<TestService>(
    `UPDATE services SET provider_id = $1, provider_service_id = '1'
     WHERE id = (SELECT max(id) FROM services WHERE id < 600 AND NOT is_read_only AND withdrawn_at IS NULL AND provider_id IS NULL)
     RETURNING id, min`,
    [id],
  )
  return rows[0] ?? { id: 0, min: 1 }
}

test('an order is seen to be received, to wait, to run and to be done, without a reload', async ({ page }) => {
  const service = await addProviderWithService()
  await logIn(page, demoMember)
  const link = 'https://www.example.com/'
  const orderId = await placeOrder(page, { serviceId: service.id, link, amount: service.min })
  await open(page, '/order-history')
  let loads = 0
  page.on('load', () => loads++)
  const row = page.getByRole('row').filter({ hasText: String(orderId) })
  const steps = [
    ['Pending', '주문접수'],
    ['Processing', '주문대기'],
    ['In progress', '진행중'],
    ['Completed', '완료'],
  ] as const
  for (const [said, shown] of steps) {
    providerStatus = said
    await row.getByText(shown, { exact: true }).waitFor({ timeout: 20_000 })
  }
  expect(fakeProvider.taken).toHaveLength(1)
  expect(loads).toBe(0)
})

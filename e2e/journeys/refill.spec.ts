import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type FakeProvider, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { logIn, newPerson, open, owner, register } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { givePoints, runSql } from '../support/shop-data.ts'

let fakeProvider: FakeProvider
let refillState = 'Pending'
let providerId = 0

beforeAll(async () => {
  fakeProvider = await startFakeProvider({
    answerOf: () => ({ status: 'Completed', remains: '0', start_count: '1000' }),
    refillStateOf: () => refillState,
  })
})
afterAll(async () => {
  await runSql(
    'UPDATE services SET provider_id = NULL, provider_service_id = NULL, refill_days = 0 WHERE provider_id = $1',
    [providerId],
  )
  await fakeProvider.stop()
})

async function post(path: string, body: object, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: token }
  const answer = await fetch(inject('shop').url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.ok, path).toBe(true)
  return answer.json()
}

/**
 * Creates a service with refills, delivered by a provider at the fake provider's address, which no other journey uses.
 * Returns its id.
 */
async function refillableService(): Promise<number> {
  const { accessToken } = (await post('/auth/login', owner)) as { accessToken: string }
  const provider = { name: '리필 공급사', apiUrl: fakeProvider.url, key: fakeProvider.key }
  const made = (await post('/api/admin/providers', provider, accessToken)) as { id: number }
  providerId = made.id
  const [service] = await runSql<{ id: number }>(
    `UPDATE services SET provider_id = $1, provider_service_id = '1', refill_days = 30
     WHERE id = (SELECT max(id) FROM services WHERE id < 500 AND NOT is_read_only AND withdrawn_at IS NULL
       AND provider_id IS NULL AND type = 'Default' AND min <= 100 AND max >= 100) RETURNING id`,
    [providerId],
  )
  return service?.id ?? 0
}

test('a dropped order is asked to be refilled, refilled by its provider and seen step by step, without a word to staff', async ({
  openPage,
}) => {
  const phone = await openPage({ viewport: PHONE })
  const member = newPerson()
  await register(phone, member)
  await givePoints(member, 1_000_000)
  const serviceId = await refillableService()
  await logIn(phone, member)
  const placed = await phone.request.post('/service/order', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { serviceId, link: 'https://www.example.com/dropped', amount: 100 },
  })
  const { orderId } = (await placed.json()) as { orderId: number }
  await open(phone, '/order-history')
  const row = phone.getByRole('row').filter({ has: phone.getByText(String(orderId), { exact: true }) })
  await row.getByText('리필 가능 30일 남음').waitFor({ timeout: 30_000 })
  await expectGoodPage(phone)

  let loads = 0
  phone.on('load', () => loads++)
  await row.getByRole('button', { name: `리필 요청, ${orderId}번` }).click()
  const sheet = phone.getByRole('dialog', { name: `주문 ${orderId}번` })
  const form = sheet.getByRole('form', { name: '리필 요청' })
  await form.getByText('1,100 (시작 1,000 + 주문 100)').waitFor()
  await form.getByLabel('지금 수량').fill('1100')
  await form.getByRole('button', { name: '리필 요청' }).click()
  await phone.getByText('지금 수량이 줄지 않았어요.').waitFor()
  await form.getByLabel('지금 수량').fill('1040')
  await form.getByRole('button', { name: '리필 요청' }).click()
  await phone.getByText('리필을 요청했어요.').first().waitFor()
  await phone.keyboard.press('Escape')
  await row.getByText('리필 진행중', { exact: true }).waitFor({ timeout: 30_000 })
  refillState = 'Completed'
  await row.getByText('리필 완료', { exact: true }).waitFor({ timeout: 30_000 })
  expect(loads).toBe(0)

  await phone.getByRole('button', { name: `주문번호 ${orderId} 진행 과정` }).click()
  for (const step of ['리필을 요청했어요.', '리필을 시작했어요.', '리필이 완료됐어요.'])
    await sheet.getByText(step).waitFor()
  await expectGoodPage(phone)

  expect(fakeProvider.requests.map(({ action }) => action)).toEqual(['refill'])
  expect(await runSql('SELECT FROM order_requests WHERE order_id = $1', [orderId])).toHaveLength(1)
  const acts = await runSql<{ actor: string }>('SELECT actor FROM order_events WHERE order_id = $1', [orderId])
  expect(acts.filter(({ actor }) => actor.startsWith('staff'))).toEqual([])
  expect(await runSql("SELECT FROM tasks WHERE detail ->> 'orderId' = $1", [String(orderId)])).toEqual([])
})

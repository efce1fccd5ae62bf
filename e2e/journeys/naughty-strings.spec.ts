import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { logIn, newPerson, open, owner, register } from '../support/app.ts'
import { test } from '../support/fixtures.ts'
import { watchScripts } from '../support/scripts.ts'
import { findServiceIdWhere, givePoints } from '../support/shop-data.ts'

/**
 * Strings of naughty-strings.txt that would run a script, load a picture or end an attribute on a page that doesn't
 * escape them.
 */
const scripts = (await readFile('tests/calls/naughty-strings.txt', 'utf8'))
  .split('\n')
  .filter((line) => !line.startsWith('#') && /[<>]|javascript:|onerror|on\w+=/i.test(line))

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

test('no script of the big list of naughty strings runs where members and staff read it, and the policy stops none', async ({
  page,
  openPage,
}) => {
  const ran: string[] = []
  const staff = await openPage()
  for (const each of [page, staff]) await watchScripts(each, ran)
  const member = newPerson()
  await register(page, member)
  await givePoints(member, 1_000_000)
  await logIn(page, member)
  const serviceId = await findServiceIdWhere(
    "s.provider_id IS NULL AND NOT s.is_read_only AND s.type = 'Default' AND s.unit_price = 330000 AND s.min = 10",
  )
  const orders = scripts.map((link) => ({ serviceId, link, amount: 10 }))
  const placed = await page.request.post('/service/orders', { headers: sameOrigin, data: { orders } })
  const { placed: taken } = (await placed.json()) as { placed: number }
  expect(taken).toBeGreaterThan(scripts.length / 2)
  const message = scripts.join('\n').slice(0, 1_000)
  const asked = await page.request.post('/service/questions', { headers: sameOrigin, data: { message } })
  expect(asked.status()).toBe(201)

  const search = encodeURIComponent(scripts.find((line) => line.includes('<script>')) ?? '')
  await open(page, '/order-history')
  await page
    .getByText(/alert\(/)
    .first()
    .waitFor()
  await open(page, '/questions')
  await logIn(staff, owner)
  await open(staff, `/admin/orders?q=${member.id}`)
  await open(staff, `/admin/orders?q=${search}`)
  await open(staff, '/admin/questions')
  expect(ran).toEqual([])
})

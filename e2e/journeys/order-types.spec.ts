import type { Page } from 'playwright'
import { afterAll, expect } from 'vitest'
import { isFieldApplicable, type RawDetails, readDetails } from '#lib/catalog/order-details.ts'
import {
  hasLinkField,
  hasQuantityField,
  type ServiceTypeName,
  serviceTypeNames,
  serviceTypeOf,
} from '#lib/catalog/service-types.ts'
import { ordersByType, quantityByType } from '#lib/catalog/testing/order-details.ts'
import { logIn, newPerson, open, register } from '../support/app.ts'
import { test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { givePoints, runSql } from '../support/shop-data.ts'

/** Part of the names of the services that this run creates. */
const runName = `유형${Date.now() % 1_000_000}`
const LINK = 'https://www.instagram.com/p/abc/'
const POINTS_EACH = 10

// Withdraws the services of this run, so that other journeys don't see them.
afterAll(() => runSql('UPDATE services SET withdrawn_at = now() WHERE text LIKE $1', [`${runName}%`]))

/**
 * Creates a service of this type that staff deliver: from 1 to 1,000 units, 10 points each. The service is the last of
 * its category, so that it isn't the selected one in other journeys. Returns its id. The shop may not show the service
 * for a second, until its process has read that the catalogue changed.
 */
async function makeTypedService(type: ServiceTypeName): Promise<number> {
  const [service] = await runSql<{ id: number }>(
    `INSERT INTO services (category_id, text, type, unit_price, min, max, position)
     SELECT min(id), $1, $2, $3::bigint * 100000, 1, 1000, 9999 FROM categories WHERE platform_id = 1 RETURNING id`,
    [`${runName} ${type}`, type, POINTS_EACH],
  )
  return service?.id ?? 0
}

const textOf = (value: RawDetails[keyof RawDetails]): string =>
  Array.isArray(value) ? value.join('\n') : String(value ?? '')

/**
 * Fills in the fields that the type asks for. Expects that fields which don't apply to the chosen options aren't shown.
 */
async function fillDetails(page: Page, type: ServiceTypeName, sent: RawDetails): Promise<void> {
  const { details } = readDetails(type, sent)
  for (const field of serviceTypeOf(type).fields) {
    const control = page.locator(`[data-detail="${field.name}"]`)
    if (!isFieldApplicable(field, details ?? {})) expect(await control.count(), field.name).toBe(0)
    else if (field.kind === 'choice') await control.selectOption(textOf(sent[field.name]))
    else await control.fill(textOf(sent[field.name]))
  }
}

async function orderOnScreen(page: Page, type: ServiceTypeName, id: number): Promise<void> {
  const { sent } = ordersByType[type]
  await open(page, `/order?service=${id}`)
  await waitUntilSettled(page)
  if (hasLinkField(type)) await page.getByLabel('링크', { exact: true }).fill(LINK)
  await fillDetails(page, type, sent)
  const amount = page.getByLabel('수량', { exact: true })
  if (hasQuantityField(type)) await amount.fill('3')
  else expect(await amount.count(), type).toBe(0)
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByRole('region', { name: '주문 완료' }).waitFor()
  const orders = await runSql('SELECT amount, price::int, details FROM orders WHERE service_id = $1', [id])
  const { details } = readDetails(type, sent)
  expect(orders, type).toEqual([
    {
      amount: quantityByType[type],
      price: quantityByType[type] * POINTS_EACH * 100,
      details,
    },
  ])
}

test('a product of each type is ordered on screen, with what it asks for and at its price', {
  timeout: 240_000,
}, async ({ page }) => {
  const services = await Promise.all(
    serviceTypeNames.map(async (type) => [type, await makeTypedService(type)] as const),
  )
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 100_000)
  await logIn(page, person)
  for (const [type, id] of services) await orderOnScreen(page, type, id)
})

test('the last day of a subscription is the shop’s own field, and a day that isn’t allowed is refused', async ({
  page,
}) => {
  const id = await makeTypedService('Subscriptions')
  const person = newPerson()
  await register(page, person)
  await givePoints(person, 1_000)
  await logIn(page, person)
  await open(page, `/order?service=${id}`)
  await waitUntilSettled(page)
  const last = page.getByRole('textbox', { name: /^종료일/ })
  expect(await last.getAttribute('type')).toBe('text')
  const year = new Date().getFullYear()
  await last.fill(`${year + 3}-1-2`)
  await last.blur()
  expect(await last.inputValue()).toBe(`${year + 3}. 1. 2.`)
  await page.getByText(/까지 고를 수 있어요\.$/).waitFor()
  await page.getByRole('button', { name: /^종료일.* 달력에서 고르기/ }).click()
  await page.getByRole('dialog', { name: /^종료일.* 고르기$/ }).waitFor()
  await page.keyboard.press('Escape')
  for (const [name, value] of [
    ['username', 'some.body'],
    ['min', '1'],
    ['max', '1'],
    ['posts', '2'],
  ] as const)
    await page.locator(`[data-detail="${name}"]`).fill(value)
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByText('종료일은 내일부터 1년 안의 날짜로 입력해 주세요.').first().waitFor()
})

import { expect, inject } from 'vitest'
import { demoMember, logIn, open } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { waitUntilSettled } from '../support/settled.ts'

const { url } = inject('shop')

/** Logs the demo's member in and issues an API key to him, both by calls. */
async function newKey(): Promise<string> {
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoMember),
  })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const issued = await fetch(`${url}/auth/api-key`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return ((await issued.json()) as { apiKey: string }).apiKey
}

test('a reseller finds his refused call by the id that its answer had', async ({ page }) => {
  const headers = { 'api-key': await newKey() }
  await fetch(`${url}/services`, { headers })
  const refused = await fetch(`${url}/status/999999999`, { headers })
  const requestId = refused.headers.get('x-request-id') ?? ''
  const { message } = (await refused.json()) as { message: string }
  await logIn(page, demoMember)
  await open(page, '/account')
  await page.getByRole('link', { name: '요청 기록' }).click()
  await page.getByRole('heading', { name: '요청 기록' }).waitFor()
  const table = page.getByRole('table', { name: '요청 기록' })
  await table.getByText('GET /services').first().waitFor()
  await expectGoodPage(page)
  await page.getByRole('link', { name: '오류만' }).click()
  await page.waitForURL(/failed=true/)
  await page.getByLabel('요청 ID', { exact: true }).fill(requestId)
  await page.getByRole('button', { name: '찾기' }).click()
  await page.waitForURL(/id=/)
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: `요청 ${requestId} 자세히` }).click()
  const dialog = page.getByRole('dialog', { name: '요청 자세히' })
  await dialog.getByText(message).waitFor()
  await dialog.getByText('NOT_FOUND').waitFor()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: '닫기' }).first().click()
  await page.setViewportSize(PHONE)
  await expectGoodPage(page)
  // On a phone the list begins on the first screen. The filters are behind a button that shows how many are set.
  expect(await page.getByLabel('요청 ID', { exact: true }).isVisible()).toBe(false)
  await page.getByRole('button', { name: '필터 1' }).click()
  expect(await page.getByLabel('요청 ID', { exact: true }).inputValue()).toBe(requestId)
  await expectGoodPage(page)
})

test('the days of the request log are typed or picked as Koreans write them, not in the browser’s form', async ({
  page,
}) => {
  await logIn(page, demoMember)
  await open(page, '/account/requests')
  await waitUntilSettled(page)
  const from = page.getByLabel('시작일', { exact: true })
  await from.fill('2026-1-2')
  await from.blur()
  expect(await from.inputValue()).toBe('2026. 1. 2.')
  await page.getByRole('button', { name: /^시작일 달력에서 고르기/ }).click()
  const calendar = page.getByRole('dialog', { name: '시작일 고르기' })
  await calendar
    .getByRole('button', { name: '5', exact: true })
    .or(calendar.getByText('5', { exact: true }))
    .first()
    .click()
  await expect.poll(() => from.inputValue()).toBe('2026. 1. 5.')
  await page.getByRole('button', { name: '찾기' }).click()
  await page.waitForURL(/from=2026/)
  await waitUntilSettled(page)
  expect(await from.inputValue()).toBe('2026. 1. 5.')
  await expectGoodPage(page)
  await open(page, '/account/requests?from=2026-01-05')
  expect(await from.inputValue()).toBe('2026. 1. 5.')
})

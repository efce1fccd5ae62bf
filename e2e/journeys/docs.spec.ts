import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import { logIn, newPerson, open, register, switchTheme, waitForText } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'

const { url } = inject('shop')
const run = promisify(execFile)

const copiedText = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const allowCopying = (page: Page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

/** Runs a copied command line, as a reader who pastes it would. Returns the JSON that it prints. */
async function runCopied(command: string): Promise<Record<string, unknown>> {
  const { stdout } = await run('bash', ['-c', `${command.replace('curl ', 'curl -sS ')}`])
  return JSON.parse(stdout)
}

const firstExample = (page: Page) =>
  page
    .getByRole('figure')
    .filter({ has: page.getByRole('tablist') })
    .first()

test('a visitor copies the first example, and it orders in the sandbox as it is', async ({ page }) => {
  await allowCopying(page)
  await open(page, '/docs')
  await page.getByRole('heading', { name: '시작하기', level: 1 }).waitFor()
  await firstExample(page).getByRole('button', { name: /복사$/ }).click()
  await waitForText(page, '복사했어요.')
  const command = await copiedText(page)
  expect(command).toContain(`${url}/order`)
  const { wId } = await runCopied(command)
  expect(wId).toBeGreaterThan(0)
  const key = /sk_test_\w+/.exec(command)?.[0] ?? ''
  const answer = await fetch(`${url}/status/${wId}`, { headers: { 'api-key': key } })
  expect(await answer.json()).toMatchObject({ status: 'PENDING' })
  await expectGoodPage(page)
})

test('a chosen language holds for all examples and the next visit, and arrow keys choose it', async ({ page }) => {
  await open(page, '/docs/orders')
  const tabs = page.getByRole('tab', { name: 'Python' })
  await tabs.first().click()
  await expect.poll(() => tabs.evaluateAll((all) => all.every((tab) => tab.ariaSelected === 'true'))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.getByText('curl_setopt_array').first().waitFor()
  await open(page, '/docs/status')
  expect(await page.getByRole('tab', { name: 'PHP' }).first().getAttribute('aria-selected')).toBe('true')
})

test('Tab goes on from the heading to which a link has led', async ({ page }) => {
  await open(page, '/docs/status')
  const focusedLink = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  for (const anchor of ['#order-statuses', '#status']) {
    await page.locator(`main a[href$="${anchor}"]:not(nav a):not(h2 a):not(h3 a)`).first().press('Enter')
    await page.waitForURL(`**${anchor}`)
    await expect.poll(() => page.locator(`${anchor} a`).count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await focusedLink()).toBe(anchor)
  }
})

test('the try-it panel orders in the sandbox and asks for that order’s state', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  await open(page, '/docs')
  const statusExample = page.getByRole('figure').filter({ hasText: 'curl' }).filter({ hasText: '/status/' })
  await statusExample.getByText('/status/주문번호').waitFor()
  const panel = page.getByRole('form', { name: 'API 실행' })
  await panel.getByRole('button', { name: '보내기' }).click()
  await panel.getByText('"wId"').waitFor()
  const { wId } = JSON.parse((await panel.getByTestId('trial-answer').textContent()) ?? '')
  await panel.getByText('201', { exact: true }).waitFor()
  await statusExample.getByText(`/status/${wId} `).waitFor()
  await panel.getByText('응답 헤더').click()
  await panel.getByText(/content-type: application\/json/).waitFor()
  await panel.getByRole('radio', { name: '상태 조회' }).check()
  expect(await panel.getByLabel('주문번호').inputValue()).toBe(String(wId))
  await panel.getByRole('button', { name: '보내기' }).click()
  await panel.getByText('"PENDING"').waitFor()
  await expectGoodPage(page)
})

test('a new member orders in the sandbox by copying from the API page alone', async ({ page }) => {
  await allowCopying(page)
  const person = newPerson()
  await register(page, person)
  await logIn(page, person)
  await open(page, '/api')
  await firstExample(page).getByRole('button', { name: /복사$/ }).click()
  await waitForText(page, '복사했어요.')
  expect((await runCopied(await copiedText(page))).wId).toBeGreaterThan(0)
  await open(page, '/api?page=orders')
  await expectGoodPage(page)
})

test('each page says the same as its Markdown: the same headings and the same code', async ({ page }) => {
  await open(page, '/docs')
  const paths = await page
    .getByRole('navigation', { name: 'API 문서' })
    .last()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) {
    await open(page, path)
    const markdown = await (await fetch(`${url}${path}.md`)).text()
    const plain = markdown.replace(/```[\s\S]*?```/g, '')
    const headings = [...plain.matchAll(/^#{1,3} (.+)$/gm)].map(([, text = '']) => text.replaceAll('`', ''))
    const shown = await page.locator('main article').locator('h1, h2, h3').allInnerTexts()
    expect(
      shown.map((text) => text.replace(/\s*#$/, '')),
      path,
    ).toEqual(headings)
    const fences = [...markdown.matchAll(/```\w*\n([\s\S]*?)\n```/g)].map(([, code = '']) => code)
    const blocks = await page.locator('main article figure pre').allTextContents()
    expect(
      blocks.filter((code) => !fences.includes(code)),
      path,
    ).toEqual([])
    expect(await page.locator('head link[type="text/markdown"]').getAttribute('href')).toContain(`${path}.md`)
  }
})

test('the pages of the documentation are good in both themes on a phone', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE })
  for (const path of ['/docs', '/docs/orders', '/docs/service-types', '/docs/webhooks']) {
    await open(page, path)
    await expectGoodPage(page)
    await switchTheme(page, 'dark')
    // With reduced motion the whole page changes its colours at once, without animations.
    expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0)
    await expectGoodPage(page)
    await switchTheme(page, 'light')
  }
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { demoMember, hasBalance, logIn, open, owner } from './app.ts'
import { DESK, expectGoodPage, PHONE, test } from './fixtures.ts'

const TABLET = { width: 768, height: 1024 }
const looks = [PHONE, TABLET, DESK].flatMap((viewport) =>
  (['light', 'dark'] as const).map((theme) => ({ viewport, theme })),
)

async function visit(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await open(page, path)
    expect(new URL(page.url()).pathname).toBe(path)
    await expectGoodPage(page)
  }
}

test.for(looks)('visitors’ screens are accessible and fit: $viewport.width $theme', async (look, { openPage }) => {
  await visit(await openPage(look), ['/order', '/login', '/register'])
})

test.for(looks)('members’ screens are accessible and fit: $viewport.width $theme', async (look, { openPage }) => {
  const page = await openPage(look)
  await logIn(page, demoMember)
  await visit(page, ['/order', '/order-history', '/auto-order-history', '/point', '/account', '/qna', '/guide', '/api'])
})

test.for(looks)('the console’s rooms are accessible and fit: $viewport.width $theme', async (look, { openPage }) => {
  const page = await openPage(look)
  await logIn(page, owner)
  await visit(page, ['/admin/charges', '/admin/refunds', '/admin/orders', '/admin/outbox'])
})

test('whoever may not see a screen is sent to the order screen', async ({ page, openPage }) => {
  for (const path of [
    '/',
    '/point',
    '/account',
    '/order-history',
    '/auto-order-history',
    '/admin',
    '/admin/charges',
    '/admin/orders',
    '/nowhere',
  ]) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 307, '/order'])
  }
  const member = await openPage()
  await logIn(member, demoMember)
  for (const path of ['/login', '/register', '/admin', '/admin/orders', '/nowhere']) {
    const answer = await member.request.get(path, { maxRedirects: 0 })
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 307, '/order'])
  }
})

test('on a desk as on a phone the login screen has one way to look around', async ({ openPage }) => {
  for (const viewport of [DESK, PHONE]) {
    const page = await openPage({ viewport })
    await open(page, '/login')
    await page.getByRole('button', { name: '둘러보기' }).click()
    await hasBalance(page, '0원')
  }
})

test('looking around shows the members’ screens with nothing on them, and buys nothing', async ({ page }) => {
  await open(page, '/order')
  await page.getByRole('button', { name: '둘러보기' }).first().click()
  await hasBalance(page, '0원')
  await visit(page, ['/order-history', '/point', '/order'])
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe.log/')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByText('둘러보기 중에는 불가능합니다').first().waitFor()
})

test('who orders without an account is asked to log in and comes back to the order', async ({ page }) => {
  await open(page, '/order')
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe.log/')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByText('로그인이 필요합니다.').first().waitFor()
  await page.waitForURL(/\/login/)
  await page.waitForLoadState('networkidle')
  await logIn(page, demoMember)
  await expect
    .poll(() => page.getByLabel('링크', { exact: true }).inputValue())
    .toBe('https://www.instagram.com/seoul.cafe.log/')
})

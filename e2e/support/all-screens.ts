import type { Page } from 'playwright'
import { logIn, open, owner, type Person } from './app.ts'
import { consoleScreens } from './console-screens.ts'
import { openFaulty } from './faults.ts'
import type { Cast } from './lifelike.ts'
import { pressButton, type Screen, screenAt, type Viewer } from './screen.ts'

/** A path that the shop answers with 404. */
const missingPath = '/_next/nothing'

const logInAs = (personOf: (cast: Cast) => Person) => (page: Page, cast: Cast) => logIn(page, personOf(cast))

/** Orders the preselected service. */
async function orderWithLink(page: Page): Promise<void> {
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe.log/')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByRole('region', { name: '주문 완료' }).waitFor()
}

async function openFavorites(page: Page): Promise<void> {
  await page.getByRole('region', { name: '바로 고르기' }).locator('summary').first().click()
}

/** Tries to order without a link, which the form refuses. */
async function orderWithoutLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByText('주문 링크를 입력해주세요.').first().waitFor()
}

/** Previews a bulk order of four lines, of which only the first can be ordered. */
async function previewList(page: Page): Promise<void> {
  const link = 'https://www.instagram.com/seoul.cafe.log'
  await page.getByLabel('주문 목록').fill(`1|${link}|100\n1|${link}|0\n999999|${link}|50\n하나|${link}|50`)
  await page.getByRole('button', { name: '미리보기' }).click()
  await page.getByRole('region', { name: '미리보기' }).waitFor()
}

async function placeListedOrders(page: Page): Promise<void> {
  await previewList(page)
  await page.getByRole('region', { name: '미리보기' }).getByRole('button', { name: '주문하기' }).click()
  await page.getByRole('region', { name: '주문 결과' }).waitFor()
}

async function pickOrders(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^주문 \d+번 고르기$/ })
  for (let index = 0; index < 3; index++) await boxes.nth(index).check()
}

const openMenu = async (page: Page) => {
  const menu = page.getByRole('banner').getByRole('button', { name: /메뉴/ })
  if (await menu.first().isVisible()) await menu.first().click()
}

/** Every screen of the shop and the console, in each state that looks different, grouped by who sees it. */
export const viewers: Viewer[] = [
  {
    who: 'visitor',
    enter: async () => undefined,
    screens: [
      screenAt('/order'),
      { name: 'order-menu', path: '/order', show: openMenu },
      { name: 'order-gone', path: '/order?service=999999' },
      screenAt('/docs'),
      screenAt('/docs/orders'),
      screenAt('/docs/service-types'),
      screenAt('/docs/errors'),
      screenAt('/docs/webhooks'),
      screenAt('/changes'),
      screenAt('/guarantees'),
      screenAt('/login'),
      {
        name: 'login-refused',
        path: '/login',
        show: (page) => page.getByRole('main').getByRole('button', { name: '로그인' }).click(),
      },
      {
        name: 'order-login',
        path: '/order?next=%2Fpoint',
        show: (page) => page.getByRole('dialog', { name: '로그인', exact: true }).waitFor(),
      },
      screenAt('/register'),
      {
        name: 'register-refused',
        path: '/register',
        show: (page) => page.getByRole('main').getByRole('button', { name: '회원가입', exact: true }).click(),
      },
      screenAt('/find-id'),
      screenAt('/find-password'),
      { name: 'reset-password', path: ({ resetToken }) => `/reset-password?token=${resetToken}` },
      screenAt('/terms/service'),
      screenAt('/terms/privacy'),
      { name: 'not-found', path: missingPath, show: (page) => openFaulty(page, missingPath) },
    ],
  },
  {
    who: 'guest',
    enter: async (page) => {
      await open(page, '/order')
      await page.context().addCookies([{ name: 'guest', value: '1', url: page.url() }])
    },
    screens: [screenAt('/order-history'), screenAt('/auto-order-history'), screenAt('/point'), screenAt('/account')],
  },
  {
    who: 'newcomer',
    enter: logInAs(({ newcomer }) => newcomer),
    screens: [screenAt('/order-history'), screenAt('/auto-order-history'), screenAt('/point')],
  },
  { who: 'payer', enter: logInAs(({ payer }) => payer), screens: [screenAt('/point')] },
  {
    who: 'member',
    enter: logInAs(({ regular }) => regular),
    screens: [
      screenAt('/order'),
      { name: 'order-menu', path: '/order', show: openMenu },
      { name: 'order-favorites', path: '/order', show: openFavorites },
      { name: 'order-refused', path: '/order', show: orderWithoutLink },
      { name: 'order-auto', path: '/order', show: (page) => page.getByRole('switch', { name: '자동주문' }).check() },
      { name: 'order-placed', path: '/order', show: orderWithLink },
      { name: 'order-subscription', path: ({ subscriptionId }) => `/order?service=${subscriptionId}` },
      { name: 'order-measured', path: ({ measuredId }) => `/order?service=${measuredId}` },
      screenAt('/bulk-order'),
      { name: 'bulk-order-preview', path: '/bulk-order', show: previewList },
      { name: 'bulk-order-placed', path: '/bulk-order', show: placeListedOrders },
      screenAt('/order-history'),
      { name: 'order-history-picked', path: '/order-history', show: pickOrders },
      { name: 'order-history-open', path: '/order-history', show: pressButton(/진행 과정$/) },
      screenAt('/auto-order-history'),
      screenAt('/point'),
      {
        name: 'point-invoice',
        path: '/point',
        show: (page) => page.getByRole('radio', { name: '세금계산서' }).check(),
      },
      screenAt('/account'),
      screenAt('/account/webhooks'),
      { name: 'account-webhooks-open', path: '/account/webhooks', show: pressButton(/^웹훅 \d+ 자세히$/) },
      screenAt('/account/requests'),
      { name: 'account-requests-open', path: '/account/requests?failed=true', show: pressButton(/^요청 .* 자세히$/) },
      { name: 'account-requests-none', path: '/account/requests?call=POST+%2Fapi%2Fv2+cancel' },
      { name: 'account-leaving', path: '/account', show: pressButton('회원탈퇴') },
      { name: 'qna', path: '/qna', show: (page) => page.locator('main summary').first().click() },
      screenAt('/guide'),
      screenAt('/changes'),
      screenAt('/questions'),
      { name: 'questions-open', path: ({ questionId }) => `/questions?id=${questionId}` },
      screenAt('/api'),
      { name: 'api-orders', path: '/api?page=orders' },
    ],
  },
  {
    who: 'owner',
    enter: (page) => logIn(page, owner),
    screens: consoleScreens,
  },
]

/**
 * Opens a screen without the toasts and drafts of earlier actions, and brings it into its state.
 * @throws Error if the page was redirected to another address
 */
export async function showScreen(page: Page, { path, show }: Screen, cast: Cast): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear())
  const address = typeof path === 'string' ? path : path(cast)
  if (address !== missingPath) await open(page, address)
  await show?.(page)
  const shown = new URL(page.url())
  if (shown.pathname + shown.search !== address) throw new Error(`${address} led to ${shown.href}`)
}

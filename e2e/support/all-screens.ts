import type { Page } from 'playwright'
import { pageGroups } from '#components/console/pages.ts'
import { logIn, open, owner, type Person } from './app.ts'
import { openFaulty } from './faults.ts'
import type { Cast } from './lifelike.ts'

/** A screen to visit, in one of its states; `show` brings the opened page into that state. */
export type Screen = {
  name: string
  path: string | ((cast: Cast) => string)
  show?: (page: Page) => Promise<unknown>
}

/** A kind of viewer, the way to sign in as one, and the screens to visit. */
export type Viewer = { who: string; enter: (page: Page, cast: Cast) => Promise<unknown>; screens: Screen[] }

/** A path that the shop answers with 404. */
const missingPath = '/_next/nothing'

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const screenAt = (path: string): Screen => ({ name: path.slice(1).replaceAll('/', '-'), path })

const logInAs = (of: (cast: Cast) => Person) => (page: Page, cast: Cast) => logIn(page, of(cast))

async function fillInOrder(page: Page): Promise<void> {
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe.log/')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByRole('region', { name: '주문 완료' }).waitFor()
}

async function refuseOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByText('주문 링크를 입력해주세요.').first().waitFor()
}

/** Previews a list of which one line can be ordered. */
async function previewList(page: Page): Promise<void> {
  const link = 'https://www.instagram.com/seoul.cafe.log'
  await page.getByLabel('주문 목록').fill(`1|${link}|100\n1|${link}|0\n999999|${link}|50\n하나|${link}|50`)
  await page.getByRole('button', { name: '미리보기' }).click()
  await page.getByRole('region', { name: '미리보기' }).waitFor()
}

async function orderList(page: Page): Promise<void> {
  await previewList(page)
  await page.getByRole('region', { name: '미리보기' }).getByRole('button', { name: '주문하기' }).click()
  await page.getByRole('region', { name: '주문 결과' }).waitFor()
}

const openMenu = async (page: Page) => {
  const menu = page.getByRole('banner').getByRole('button', { name: /메뉴/ })
  if (await menu.first().isVisible()) await menu.first().click()
}

/** Searches the whole console for a text that finds pages, an action and members. */
async function searchAll(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('회원')
  await page.getByRole('option').first().waitFor()
}

/** Selects the first row of a console page's list, if it has rows. */
async function showRow(page: Page): Promise<void> {
  const row = page.getByRole('main').getByRole('row').nth(1)
  if (await row.isVisible()) await row.getByRole('cell').first().click()
}

const bankTable = [
  '거래일시\t적요\t보낸분/받는분\t출금액(원)\t입금액(원)',
  '2026-11-21 19:21:07\t타행\t주식회사 가나다라마바사 커뮤니케이션즈\t0\t55,000',
  '2026-11-21 19:18:44\t카드\t편의점\t4,800\t0',
  '어제\t타행\t김수진\t0\t10,000',
].join('\n')

async function pasteDeposits(page: Page): Promise<void> {
  await page.getByLabel('거래내역 붙여 넣기').fill(bankTable)
  await page.getByLabel('거래내역 붙여 넣기').blur()
  await page.getByRole('button', { name: '1건 가져오기' }).waitFor()
}

/** Selects all pending charges and presses approve; does nothing on a phone, which shows no checkboxes. */
async function approveAllPending(page: Page): Promise<void> {
  const all = page.getByRole('checkbox', { name: '모두 고르기' })
  if (!(await all.isVisible())) return
  await all.check()
  await page.getByRole('button', { name: /^모두 승인/ }).click()
}

const pressKey = (key: string) => (page: Page) => page.keyboard.press(key)

/** Previews a price change that is refused for some services, and for others allowed with a warning. */
async function previewPrices(page: Page): Promise<void> {
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: '가격 일괄 변경' })
  await dialog.getByRole('radio', { name: '원가 + 가산율(%)' }).check()
  await dialog.getByLabel('바꿀 값', { exact: true }).fill('-10')
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await dialog.getByRole('region', { name: '미리보기' }).waitFor()
}

async function refuseProvider(page: Page): Promise<void> {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: '공급사 추가' })
  await dialog.getByRole('button', { name: '공급사 추가' }).click()
  await dialog.getByText('이름을 입력해 주세요.').waitFor()
}

/** States of the pages 상품 (services) and 공급사 (providers) other than their lists. */
const goodsScreens: Screen[] = [
  screenAt('/admin/services/categories'),
  { name: 'admin-categories-new', path: '/admin/services/categories', show: pressKey('n') },
  screenAt('/admin/services/platforms'),
  { name: 'admin-services-new', path: '/admin/services', show: pressKey('n') },
  { name: 'admin-services-prices', path: '/admin/services', show: previewPrices },
  { name: 'admin-services-none', path: '/admin/services?q=nothing' },
  { name: 'admin-providers-refused', path: '/admin/providers', show: refuseProvider },
]

/** Tries to save an invalid setting, so that its error is shown. */
async function saveInvalidSetting(page: Page): Promise<void> {
  await page.getByLabel('주요 색', { exact: true }).fill('노랑')
  await page.getByRole('button', { name: '저장', exact: true }).click()
}

/** Tries to leave unsaved settings, by the link with the shop's name above the menu, and waits for the warning. */
async function leaveSettings(page: Page): Promise<void> {
  await page.getByLabel('대표자', { exact: true }).fill('저장하지 않을 이')
  await page.locator('a[href="/admin"]:visible').first().click()
  await page.getByRole('dialog', { name: '저장하지 않은 내용이 있어요' }).waitFor()
}

/** States of the page 설정 (settings) and of the shop's smaller lists. */
const shopStates: Screen[] = [
  { name: 'admin-settings-broken', path: '/admin/settings', show: saveInvalidSetting },
  { name: 'admin-settings-leaving', path: '/admin/settings', show: leaveSettings },
  { name: 'admin-notices-new', path: '/admin/notices', show: press(/^새 공지/) },
  { name: 'admin-popups-new', path: '/admin/popups', show: press(/^새 팝업/) },
  { name: 'admin-terms-new', path: '/admin/terms', show: press('새 이용약관') },
]

const grantNobody = async (page: Page) => {
  await press('운영자 추가')(page)
  await page.getByRole('dialog').getByRole('button', { name: '추가', exact: true }).click()
}

/** Opens the filters, which are folded on a phone, and presses a button among them. */
const pressFilter = (name: string) => async (page: Page) => {
  const fold = page.getByRole('button', { name: /^필터/ })
  if (await fold.isVisible()) await fold.click()
  await press(name)(page)
}

/** Opens the calendar for the first day of a list's period. */
const pickDay = async (page: Page) => {
  await pressFilter('직접')(page)
  await press('시작일 달력에서 고르기')(page)
}

/** States of 운영자 (staff), and the dialog that saves a filter. */
const staffScreens: Screen[] = [
  { name: 'admin-staff-grant', path: '/admin/staff', show: grantNobody },
  { name: 'admin-staff-role', path: '/admin/staff', show: (page) => page.keyboard.press('a') },
  { name: 'admin-search', path: '/admin/orders', show: searchAll },
  { name: 'admin-orders-keep', path: '/admin/orders?status=2', show: pressFilter('보기 저장') },
  { name: 'admin-orders-day', path: '/admin/orders?from=2026-11-02', show: pickDay },
]

/** Makes a `show` that opens a dialog by a keyboard shortcut and submits it without the required fields. */
const submitIncomplete = (key: string, button: string | RegExp) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
}

const peopleScreens: Screen[] = [
  { name: 'admin-tasks-unknown', path: '/admin/tasks?kind=DELIVERY_UNKNOWN', show: submitIncomplete('a', '보냄') },
  { name: 'admin-tasks-adjustment', path: '/admin/tasks?kind=APPROVAL', show: (page) => page.keyboard.press('r') },
  { name: 'admin-tasks-done', path: '/admin/tasks?status=DONE', show: showRow },
  { name: 'admin-refunds-pay', path: '/admin/refunds', show: (page) => page.keyboard.press('a') },
  { name: 'admin-members-points', path: '/admin/members?q=reseller', show: submitIncomplete('a', '조정하기') },
  {
    name: 'admin-members-restriction',
    path: '/admin/members?q=reseller',
    show: submitIncomplete('r', /제한 풀기$|적용하기$/),
  },
  { name: 'admin-members-memo', path: '/admin/members?q=reseller', show: (page) => page.keyboard.press('d') },
  { name: 'admin-members-none', path: '/admin/members?q=nobody-at-all' },
  {
    name: 'admin-auto-orders-cancel',
    path: '/admin/auto-orders?status=0',
    show: submitIncomplete('r', '자동주문 취소'),
  },
]

/** Requests a check of the books and waits for its result. */
async function proveBooks(page: Page): Promise<void> {
  await page.getByRole('button', { name: '지금 확인' }).click()
  await page.getByText(/모두 맞아요|어긋난 곳이 있어요/).waitFor()
}

/** Every screen of the shop and the console, with those of their states that look different. */
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
      { name: 'order-refused', path: '/order', show: refuseOrder },
      { name: 'order-auto', path: '/order', show: (page) => page.getByRole('switch', { name: '자동주문' }).check() },
      { name: 'order-placed', path: '/order', show: fillInOrder },
      screenAt('/bulk-order'),
      { name: 'bulk-order-preview', path: '/bulk-order', show: previewList },
      { name: 'bulk-order-placed', path: '/bulk-order', show: orderList },
      screenAt('/order-history'),
      screenAt('/auto-order-history'),
      screenAt('/point'),
      {
        name: 'point-invoice',
        path: '/point',
        show: (page) => page.getByRole('radio', { name: '세금계산서' }).check(),
      },
      screenAt('/account'),
      screenAt('/account/webhooks'),
      screenAt('/account/requests'),
      { name: 'account-leaving', path: '/account', show: press('회원탈퇴') },
      { name: 'qna', path: '/qna', show: (page) => page.locator('main summary').first().click() },
      screenAt('/guide'),
      screenAt('/changes'),
      screenAt('/questions'),
      screenAt('/api'),
      { name: 'api-orders', path: '/api?page=orders' },
    ],
  },
  {
    who: 'owner',
    enter: (page) => logIn(page, owner),
    screens: [
      ...pageGroups
        .flatMap(({ pages }) => pages)
        .flatMap(({ path }) => [
          screenAt(path),
          { ...screenAt(path), name: `${screenAt(path).name}-row`, show: showRow },
        ]),
      screenAt('/admin/deposits/import'),
      { name: 'admin-deposits-import-read', path: '/admin/deposits/import', show: pasteDeposits },
      { name: 'admin-charges-picked', path: '/admin/charges', show: approveAllPending },
      ...goodsScreens,
      ...shopStates,
      ...peopleScreens,
      ...staffScreens,
      { name: 'admin-books-checked', path: '/admin/books', show: proveBooks },
      { name: 'admin-reports-service', path: '/admin/reports?by=service' },
      { name: 'admin-reports-year', path: '/admin/reports?by=provider&period=365' },
    ],
  },
]

/**
 * Opens a screen without the toasts and drafts of earlier actions, and brings it into its state.
 * @throws Error if the address has changed meanwhile
 */
export async function showScreen(page: Page, { path, show }: Screen, cast: Cast): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear())
  const address = typeof path === 'string' ? path : path(cast)
  if (address !== missingPath) await open(page, address)
  await show?.(page)
  const shown = new URL(page.url())
  if (shown.pathname + shown.search !== address) throw new Error(`${address} led to ${shown.href}`)
}

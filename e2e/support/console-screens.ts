import type { Page } from 'playwright'
import { pageGroups } from '#components/console/pages.ts'
import { pressButton, type Screen, screenAt } from './screen.ts'

/** Searches the whole console for a text that matches pages, an action and members. */
async function searchAll(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('회원')
  await page.getByRole('option').first().waitFor()
}

/** Selects the first row of a console page's list, if it has rows. */
async function selectFirstRow(page: Page): Promise<void> {
  const row = page.getByRole('main').getByRole('row').nth(1)
  if (await row.isVisible()) await row.getByRole('cell').first().click()
}

/** A table as copied from a bank's page. One of its rows is a deposit that can be imported. */
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

/** Previews a price change that is refused for some services and allowed with a warning for others. */
async function previewPrices(page: Page): Promise<void> {
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: '가격 일괄 변경' })
  await dialog.getByRole('radio', { name: '원가 + 가산율(%)' }).check()
  await dialog.getByLabel('바꿀 값', { exact: true }).fill('-10')
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await dialog.getByRole('region', { name: '미리보기' }).waitFor()
}

/** Tries to add a provider without a name, which the form refuses. */
async function addProviderWithoutName(page: Page): Promise<void> {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: '공급사 추가' })
  await dialog.getByRole('button', { name: '공급사 추가' }).click()
  await dialog.getByText('이름을 입력해 주세요.').waitFor()
}

/** States of the pages 상품 (services) and 공급사 (providers) other than their lists. */
const serviceScreens: Screen[] = [
  screenAt('/admin/services/categories'),
  { name: 'admin-categories-new', path: '/admin/services/categories', show: pressKey('n') },
  screenAt('/admin/services/platforms'),
  { name: 'admin-services-new', path: '/admin/services', show: pressKey('n') },
  { name: 'admin-services-prices', path: '/admin/services', show: previewPrices },
  { name: 'admin-services-none', path: '/admin/services?q=nothing' },
  { name: 'admin-providers-refused', path: '/admin/providers', show: addProviderWithoutName },
]

/** Tries to save an invalid setting, so that its error is shown. */
async function saveInvalidSetting(page: Page): Promise<void> {
  await page.getByLabel('주요 색', { exact: true }).fill('노랑')
  await page.getByRole('button', { name: '저장', exact: true }).click()
}

/** Tries to leave unsaved settings by the link with the shop's name above the menu, and waits for the warning. */
async function leaveSettings(page: Page): Promise<void> {
  await page.getByLabel('대표자', { exact: true }).fill('저장하지 않을 이')
  await page.locator('a[href="/admin"]:visible').first().click()
  await page.getByRole('dialog', { name: '저장하지 않은 내용이 있어요' }).waitFor()
}

/**
 * Returns a function for `Screen.show` that opens a dialog by a keyboard shortcut and submits the dialog incomplete.
 */
const submitIncomplete = (key: string, button: string | RegExp) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
}

/** States of settings, connections, receipts, questions, announcements, popups and terms. */
const shopScreens: Screen[] = [
  { name: 'admin-settings-broken', path: '/admin/settings', show: saveInvalidSetting },
  { name: 'admin-settings-leaving', path: '/admin/settings', show: leaveSettings },
  { name: 'admin-connections-form', path: '/admin/connections', show: submitIncomplete('e', '저장하고 확인') },
  { name: 'admin-connections-remove', path: '/admin/connections?id=2', show: pressKey('d') },
  { name: 'admin-receipts-issued', path: '/admin/receipts?status=ISSUED' },
  { name: 'admin-questions-pictures', path: ({ questionId }) => `/admin/questions?status=ANSWERED&id=${questionId}` },
  { name: 'admin-notices-new', path: '/admin/notices', show: pressButton(/^새 공지/) },
  { name: 'admin-popups-new', path: '/admin/popups', show: pressButton(/^새 팝업/) },
  { name: 'admin-terms-new', path: '/admin/terms', show: pressButton('새 이용약관') },
]

/** Tries to add staff without naming a member, which the form refuses. */
const addStaffWithoutMember = async (page: Page) => {
  await pressButton('운영자 추가')(page)
  await page.getByRole('dialog').getByRole('button', { name: '추가', exact: true }).click()
}

/** Opens the filters, which are folded on a phone, and presses a button among them. */
const pressFilter = (name: string) => async (page: Page) => {
  const fold = page.getByRole('button', { name: /^필터/ })
  if (await fold.isVisible()) await fold.click()
  await pressButton(name)(page)
}

/** Opens the calendar of the field for the first day of a list's period. */
const pickDay = async (page: Page) => {
  await pressFilter('직접')(page)
  await pressButton('시작일 달력에서 고르기')(page)
}

/** States of 운영자 (staff), and dialogs of the list of orders. */
const staffScreens: Screen[] = [
  { name: 'admin-staff-grant', path: '/admin/staff', show: addStaffWithoutMember },
  { name: 'admin-staff-role', path: '/admin/staff', show: (page) => page.keyboard.press('a') },
  { name: 'admin-search', path: '/admin/orders', show: searchAll },
  { name: 'admin-orders-keys', path: '/admin/orders', show: pressKey('?') },
  { name: 'admin-orders-keep', path: '/admin/orders?status=2', show: pressFilter('보기 저장') },
  { name: 'admin-orders-day', path: '/admin/orders?from=2026-11-02', show: pickDay },
]

/** States of the pages of tasks, cash refunds, members and auto orders. */
const memberScreens: Screen[] = [
  { name: 'admin-tasks-unknown', path: '/admin/tasks?kind=DELIVERY_UNKNOWN', show: submitIncomplete('a', '보냄') },
  { name: 'admin-tasks-adjustment', path: '/admin/tasks?kind=APPROVAL', show: (page) => page.keyboard.press('r') },
  { name: 'admin-tasks-done', path: '/admin/tasks?status=DONE', show: selectFirstRow },
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
async function checkBooks(page: Page): Promise<void> {
  await page.getByRole('button', { name: '지금 확인' }).click()
  await page.getByText(/모두 맞아요|어긋난 곳이 있어요/).waitFor()
}

/** Every screen of the console, in each state that looks different. */
export const consoleScreens: Screen[] = [
  ...pageGroups
    .flatMap(({ pages }) => pages)
    .flatMap(({ path }) => [
      screenAt(path),
      { ...screenAt(path), name: `${screenAt(path).name}-row`, show: selectFirstRow },
    ]),
  screenAt('/admin/deposits/import'),
  { name: 'admin-deposits-import-read', path: '/admin/deposits/import', show: pasteDeposits },
  { name: 'admin-charges-picked', path: '/admin/charges', show: approveAllPending },
  { name: 'admin-provider-import', path: ({ providerId }) => `/admin/providers/${providerId}` },
  ...serviceScreens,
  ...shopScreens,
  ...memberScreens,
  ...staffScreens,
  { name: 'admin-books-checked', path: '/admin/books', show: checkBooks },
  { name: 'admin-reports-service', path: '/admin/reports?by=service' },
  { name: 'admin-reports-year', path: '/admin/reports?by=provider&period=365' },
]

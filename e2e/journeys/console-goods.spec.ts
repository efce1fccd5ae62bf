import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { listedRow } from '#lib/providers/import/testing/service-list.ts'
import { type FakeProvider, startFakeProvider } from '#lib/providers/testing/fake-provider.ts'
import { focusedRow, logIn, newPerson, open, owner, register, waitForText } from '../support/app.ts'
import { DESKTOP, expectGoodLooks, TABLET, test } from '../support/fixtures.ts'
import { runSql } from '../support/shop-data.ts'

/**
 * Part of the names of all services that this run creates. `testName` is a longer form for one test, so that a retry
 * starts with new services.
 */
const runName = `시험${Date.now() % 1_000_000}`
let testName = runName
let testCount = 0

let providerServices: unknown[] = []
let fakeProvider: FakeProvider
beforeAll(async () => {
  fakeProvider = await startFakeProvider({ services: () => providerServices })
})
beforeEach(() => {
  testName = `${runName}-${++testCount}`
})
afterAll(async () => {
  // Withdraws the services that these journeys have created, so that other journeys don't see them.
  await runSql('UPDATE services SET withdrawn_at = now() WHERE text LIKE $1', [`%${runName}%`])
  await fakeProvider.stop()
})

const field = (within: Page | Locator, name: string) => within.getByLabel(name, { exact: true })
/**
 * Presses a button. A name given as a text must match exactly, because a toast in the open dialog may contain the names
 * of the dialog's buttons.
 */
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const productDetail = (page: Page) => page.getByRole('region', { name: /^상품 \d+$/ })
const pathWithSearch = (path: string) => `${path}?q=${encodeURIComponent(testName)}`
/** Milliseconds that one of these journeys may take: each opens several pages, possibly on a busy machine. */
const LONG_TIMEOUT_MS = 150_000

/** Adds a service in the console. Returns its id. */
async function addProduct(page: Page, name: string, point: string): Promise<number> {
  await open(page, pathWithSearch('/admin/services'))
  await page.keyboard.press('n')
  const form = dialog(page, '상품 추가')
  await field(form, '상품명').fill(`${testName} ${name}`)
  await field(form, '카테고리').selectOption({ index: 3 })
  await field(form, '가격 (1개, 원)').fill(point)
  await field(form, '원가 (1개, 원)').fill('8')
  await press(form, '상품 추가')
  await form.waitFor({ state: 'hidden' })
  const [row] = await runSql<{ id: number }>('SELECT max(id) AS id FROM services WHERE text = $1', [
    `${testName} ${name}`,
  ])
  return row?.id ?? 0
}

/**
 * Opens a service's order page repeatedly until it shows this text: the process that answers learns of a change of the
 * catalogue only a moment after the change was saved.
 */
const orderPageShows = (page: Page, id: number, text: string | RegExp) =>
  expect
    .poll(() => open(page, `/order?service=${id}`).then(() => page.getByText(text).first().isVisible()), {
      timeout: 20_000,
    })
    .toBe(true)

test('what an owner saves of a product is what the shop sells, and who is late is told', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ openPage }) => {
  const page = await openPage()
  await logIn(page, owner)
  const id = await addProduct(page, '방문자', '10')
  const shop = await openPage()
  await orderPageShows(shop, id, `${testName} 방문자`)

  const late = await openPage()
  await logIn(late, owner)
  await open(late, pathWithSearch('/admin/services'))
  await field(productDetail(late), '가격 (1개, 원)').fill('99')

  await open(page, pathWithSearch('/admin/services'))
  const form = productDetail(page)
  await field(form, '상품명').fill(`${testName} 방문자 특가`)
  await field(form, '가격 (1개, 원)').fill('12')
  await form.getByText('가산율 +50%').waitFor()
  await press(form, '저장')
  await waitForText(page, `상품 ${id}번을 저장했어요. 상점에 바로 보여요.`)
  await orderPageShows(shop, id, `${testName} 방문자 특가`)
  await waitForText(shop, /12원/)

  await press(productDetail(late), '저장')
  await waitForText(late, '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.')
  await press(productDetail(late), '새 내용 불러오기')
  await expect.poll(() => field(productDetail(late), '가격 (1개, 원)').inputValue()).toBe('12')
  await expectGoodLooks(page, [DESKTOP, TABLET])
})

test('a wrong field is named, and nothing is sent', async ({ page }) => {
  await logIn(page, owner)
  await open(page, '/admin/services')
  const form = productDetail(page)
  await field(form, '최대 수량').fill('0')
  await press(form, '저장')
  await form.getByText('최대 수량은 1 이상의 정수로 입력해 주세요.').waitFor()
})

test('many prices change as their preview showed, and the shop asks the new ones', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ openPage }) => {
  const page = await openPage()
  await logIn(page, owner)
  const dear = await addProduct(page, '비싼 것', '100')
  const cheap = await addProduct(page, '싼 것', '9')
  await open(page, pathWithSearch('/admin/services'))
  for (const name of ['비싼 것', '싼 것']) await page.getByLabel(`${testName} ${name} 고르기`).check()
  await page.keyboard.press('p')
  const prices = dialog(page, '가격 일괄 변경')
  await prices.getByText('고른 상품 2개의 가격을 바꿔요.').waitFor()
  await page.keyboard.type('-15')
  await page.keyboard.press('Enter')
  await prices.getByText('2개 중 2개의 가격이 바뀌어요.').waitFor()
  await prices.getByText('1개는 원가보다 싸져요.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('미리보기')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await prices.getByText('2개 중 1개의 가격이 바뀌어요.').waitFor()
  await prices.getByText('확인할 상품이라 빼고 그대로 둬요').first().waitFor()
  await expectGoodLooks(page, [DESKTOP])
  await page.keyboard.press('Space')
  await prices.getByText('2개 중 2개의 가격이 바뀌어요.').waitFor()
  await expectGoodLooks(page, [DESKTOP])
  const apply = await prices.getByRole('button', { name: '2개 가격 바꾸기' }).boundingBox()
  expect((apply?.y ?? DESKTOP.height) + (apply?.height ?? 0)).toBeLessThan(DESKTOP.height)
  await page.getByRole('region', { name: '미리보기' }).focus()
  await page.keyboard.press('Enter')
  await waitForText(page, '상품 2개의 가격을 바꿨어요. 하루 안에 되돌릴 수 있어요.')
  expect(await focusedRow(page)).toBeDefined()
  const shop = await openPage()
  await orderPageShows(shop, dear, /85원/)
  await orderPageShows(shop, cheap, /7\.65원/)

  await open(page, `${pathWithSearch('/admin/services')}&id=${dear}`)
  await waitForText(page, /owner 님이 100원에서 85원으로 내렸어요/)
  await page
    .getByRole('region', { name: '되돌릴 수 있는 가격 변경' })
    .getByRole('button', { name: '2개 가격 되돌리기' })
    .first()
    .waitFor()
  await page.keyboard.press('z')
  await dialog(page, '가격 되돌리기').waitFor()
  await page.keyboard.press('Enter')
  await waitForText(page, '2개의 가격을 되돌렸어요.')
  await waitForText(page, /되돌려 85원에서 100원으로 올렸어요/)
  await expect.poll(() => focusedRow(page)).toBe(String(dear))
  await orderPageShows(shop, dear, /100원/)
})

test('a withdrawn service shows which orders still run, leaves the shop and comes back', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ openPage }) => {
  const page = await openPage()
  await logIn(page, owner)
  const id = await addProduct(page, '잠깐', '1')
  await open(page, `${pathWithSearch('/admin/services')}&id=${id}`)
  await press(productDetail(page), '판매 종료')
  const asked = dialog(page, '판매 종료')
  await asked.getByText('진행 중인 주문 0건은 그대로 끝까지 처리돼요.').waitFor()
  await press(asked, '판매 종료')
  await waitForText(page, `상품 ${id}번의 판매를 종료했어요.`)
  await open(page, `${pathWithSearch('/admin/services')}&status=WITHDRAWN`)
  await press(productDetail(page), '다시 판매하기')
  await waitForText(page, `상품 ${id}번을 다시 판매해요.`)
  await orderPageShows(await openPage(), id, `${testName} 잠깐`)
})

test('a provider is added, its services are put on sale, and its next list is shown before it is taken over', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ page }) => {
  providerServices = [
    listedRow({ service: 1, name: `${testName} Followers`, rate: '1000', min: 10, max: 500 }),
    listedRow({ service: 2, name: `${testName} Likes`, rate: '500' }),
  ]
  await logIn(page, owner)
  await open(page, '/admin/providers')
  await page.keyboard.press('n')
  const form = dialog(page, '공급사 추가')
  await press(form, '공급사 추가')
  await form.getByText('이름을 입력해 주세요.').waitFor()
  await field(form, '이름').fill(testName)
  await field(form, 'API 주소').fill(fakeProvider.url)
  await field(form, 'API 키').fill(fakeProvider.key)
  await press(form, '공급사 추가')
  await form.waitFor({ state: 'hidden' })
  // The new row is selected. No message may claim that the provider works, because it wasn't tested yet.
  const added = page.getByRole('region', { name: testName })
  await added.getByText('아직 보낸 주문이 없어요.').waitFor()
  await added.getByText('아직 확인하지 않았어요').waitFor()
  await press(added, '연결 확인하기')
  await waitForText(page, `${testName}에 연결했어요. 잔액 1,000,000 KRW`)
  await added.getByText('정상').waitFor()
  expect(await page.content()).not.toContain(fakeProvider.key)
  await page.getByRole('link', { name: '상품 목록·가격 규칙' }).click()

  const changesRegion = page.getByRole('region', { name: '바뀐 점' })
  await press(page, '지금 목록 확인')
  await changesRegion.getByText('새 상품 2').waitFor()
  await press(changesRegion, /^(목록 적용하기|적용하고)/)
  await waitForText(page, /바뀐 점 2개를 적용했어요/)

  await page.getByLabel(`${testName} Followers 고르기`).check()
  await press(page, '1개 상점에 추가')
  const importDialog = dialog(page, '1개 상점에 추가')
  await field(importDialog, '카테고리').selectOption({ index: 2 })
  await field(importDialog, '가산율 (%)').fill('50')
  await press(importDialog, '추가')
  await waitForText(page, '상품 1개를 추가했어요.')
  const [made] = await runSql<{ id: number }>('SELECT id FROM services WHERE text = $1', [`${testName} Followers`])
  await orderPageShows(page, made?.id ?? 0, /1\.5원/)

  providerServices = [listedRow({ service: 1, name: `${testName} Followers`, rate: '2000', min: 20, max: 500 })]
  const [row] = await runSql<{ id: number }>('SELECT id FROM providers WHERE name = $1', [testName])
  await open(page, `/admin/providers/${row?.id}`)
  await press(page, '지금 목록 확인')
  for (const text of ['가격 1', '수량 1', '사라짐 1']) await changesRegion.getByText(text, { exact: true }).waitFor()
  await changesRegion.getByRole('table', { name: '우리 상품에 생기는 변화' }).getByText('1.5원 →').waitFor()
  await expectGoodLooks(page, [DESKTOP, TABLET])
  await press(changesRegion, /^(목록 적용하기|적용하고)/)
  await waitForText(page, /상품 1개가 바뀌었어요/)
  await orderPageShows(page, made?.id ?? 0, /3원/)
})

test('a price of a group names the product of the typed number before it is saved', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ page }) => {
  await logIn(page, owner)
  const id = await addProduct(page, '단골 상품', '10')
  await open(page, '/admin/price-groups')
  await page.keyboard.press('n')
  const form = dialog(page, '새 가격 그룹')
  await field(form, '그룹 이름').fill(testName)
  await press(form, '만들기')
  await form.waitFor({ state: 'hidden' })
  const group = page.getByRole('region', { name: testName })
  await press(group, '가격 정하기')
  const question = dialog(page, '가격 정하기')
  await field(question, '번호').fill('99999999')
  await question.getByText('이 번호의 상품이 없어요.').waitFor()
  await field(question, '번호').fill(String(id))
  await question.getByText(`${testName} 단골 상품 · 정가 1개 10원`).waitFor()
  await field(question, '할인율 (%)').fill('12.5')
  await press(question, '저장')
  await waitForText(page, '가격을 저장했어요.')
  await group.getByText('12.5%').waitFor()
})

test('843 services of a new provider are on sale in under 15 presses, with platforms, margin and rounding seen first', {
  timeout: LONG_TIMEOUT_MS,
}, async ({ page }) => {
  const categories = ['Instagram Likes', '유튜브 조회수', 'TikTok Views', 'Telegram Members', 'Best sellers']
  providerServices = [
    ...Array.from({ length: 843 }, (_, at) =>
      listedRow({
        service: at + 1,
        name: `${testName} ${at}`,
        category: `${testName} ${categories[at % 5]}`,
        rate: String(100 + at),
      }),
    ),
    listedRow({ service: 5_000, name: '<b>free</b>', rate: '0' }),
    listedRow({ service: 1, name: 'double' }),
  ]
  let presses = 0
  const click = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  await logIn(page, owner)
  await open(page, '/admin/providers')
  await page.getByRole('button', { name: /공급사 추가/ }).waitFor()
  presses += 1
  await page.keyboard.press('n')
  const form = dialog(page, '공급사 추가')
  const values = { 이름: testName, 'API 주소': fakeProvider.url, 'API 키': fakeProvider.key }
  for (const [name, value] of Object.entries(values)) {
    presses += 1
    await field(form, name).fill(value)
  }
  await click(form.getByRole('button', { name: '공급사 추가', exact: true }))
  await form.waitFor({ state: 'hidden' })
  await click(page.getByRole('region', { name: testName }).getByRole('link', { name: '상품 목록·가격 규칙' }))
  await click(button('목록 불러오기'))
  const preview = page.getByRole('region', { name: '가져오기 미리보기' })
  await preview.getByText('카테고리 1개는 이름에서 플랫폼을 알 수 없어요.', { exact: false }).waitFor()
  await page.getByText('팔 수 없어 뺀 줄 2개: 가격이 0인 줄 1개, 번호가 겹치는 줄 1개').waitFor()
  presses += 1
  await page.getByLabel('가산율 (%)').last().fill('30')
  presses += 1
  await page.getByLabel('가격 올림 단위').selectOption({ label: '0.01원 단위' })
  await click(button('다시 미리보기'))
  presses += 1
  const platform = (name: string) => preview.getByLabel(`${testName} ${name} 플랫폼`)
  await platform('Best sellers').selectOption({ label: '인스타그램' })
  await button('843개 가져오기').waitFor()
  // Makes choices while a preview is still loading. None of them may be lost.
  await platform('TikTok Views').selectOption({ label: '가져오지 않기' })
  await platform('Telegram Members').selectOption({ label: '가져오지 않기' })
  await button('506개 가져오기').waitFor()
  await platform('TikTok Views').selectOption({ label: '틱톡' })
  await platform('Telegram Members').selectOption({ label: '텔레그램' })
  await button('843개 가져오기').waitFor()
  await expectGoodLooks(page, [DESKTOP, TABLET])
  await click(button('843개 가져오기'))
  await waitForText(page, '상품 843개를 가져왔어요.')
  await page.getByRole('link', { name: '가져온 상품 보기' }).waitFor()
  expect(presses).toBeLessThan(15)
  const [sold] = await runSql<{ count: number; remote: number; places: number }>(
    `SELECT count(*)::int AS count, count(DISTINCT provider_service_id)::int AS remote, count(DISTINCT category_id)::int AS places
     FROM services WHERE text LIKE $1`,
    [`${testName}%`],
  )
  expect(sold).toEqual({ count: 843, remote: 843, places: 5 })
  const [first] = await runSql<{ id: number }>('SELECT id FROM services WHERE text = $1', [`${testName} 0`])
  await orderPageShows(page, first?.id ?? 0, /0\.13원/)
})

test('SUPPORT looks at goods and providers and has nothing to press', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  await runSql("UPDATE members SET role = 'SUPPORT' WHERE login_id = $1", [person.id])
  await logIn(page, person)
  for (const path of [
    '/admin/services',
    '/admin/services/categories',
    '/admin/services/platforms',
    '/admin/providers',
  ]) {
    await open(page, path)
    await page.getByRole('main').getByRole('row').nth(1).waitFor()
    for (const name of [/추가/, '저장', '삭제', '판매 종료', /가격 일괄/])
      expect(await page.getByRole('main').getByRole('button', { name }).count(), `${path} ${name}`).toBe(0)
  }
})

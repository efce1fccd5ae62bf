import { randomInt } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { type LoginStandIns, snsSettings, startLoginStandIns } from '#lib/sns/testing/login-stand-ins.ts'
import { logIn, newPerson, open, type Person, waitForText } from '../support/app.ts'
import { DESKTOP, expectGoodLooks, PHONE, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'

// Uses a shop that isn't a demo, in which members must enter their password again to see an API key or to change a
// webhook.
let sns: LoginStandIns
let shop: OtherShop

beforeAll(async () => {
  sns = await startLoginStandIns()
  const settings = { ...snsSettings(sns), SNS_NAVER_REDIRECT_URL: '' }
  shop = await openOtherShop('prove_again', settings, { ...sns.env, DEMO: 'false' })
  sns.naver.app.redirectUri = `${shop.url}/auth/naver`
}, 120_000)

afterAll(async () => {
  await shop?.stop()
  await sns?.stop()
})

const mainButton = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const shownKey = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^sk_live_/)
    .first()
const keyPatterns = { masked: /^sk_live_•{10}\w{4}$/, whole: /^sk_live_\w{40}$/ }

async function newMember(page: Page): Promise<Person> {
  const person = newPerson()
  const body = { ...person, email: `${person.id}@example.com`, registerWhere: 1 }
  expect((await page.request.post('/auth/register', { data: body })).status()).toBe(201)
  await logIn(page, person)
  return person
}

/** Fills in the dialog that asks for the password, and submits it. */
async function givePassword(page: Page, password: string): Promise<void> {
  const question = page.getByRole('dialog', { name: '비밀번호 확인' })
  await question.getByLabel('현재 비밀번호').fill(password)
  await question.getByRole('button', { name: '확인', exact: true }).click()
}

test('a member gives his password once to make his key, and again after a reload to see it', {
  timeout: 180_000,
}, async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  const { password } = await newMember(page)
  await open(page, '/account')
  await mainButton(page, '기본 키 발급').click()
  await givePassword(page, 'wrong-password')
  await waitForText(page, '현재 비밀번호가 다릅니다')
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await givePassword(page, password)
  await waitForText(page, '기본 키를 발급했어요')
  await page.getByRole('heading', { name: 'API 키', exact: true }).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: '기본 키' })
    .getByRole('button', { name: '기본 키 바로 재발급' })
    .waitFor()
  await mainButton(page, 'API 키 보기').click()
  await expect.poll(() => shownKey(page).textContent()).toMatch(keyPatterns.whole)
  const key = (await shownKey(page).textContent()) ?? ''

  await open(page, '/account')
  expect(await page.content()).not.toContain(key)
  expect(await shownKey(page).textContent()).toMatch(keyPatterns.masked)
  await mainButton(page, 'API 키 보기').click()
  await page.getByRole('dialog').getByRole('button', { name: '닫기', exact: true }).last().click()
  expect(await shownKey(page).textContent()).toMatch(keyPatterns.masked)
  await mainButton(page, 'API 키 보기').click()
  await givePassword(page, password)
  await expect.poll(() => shownKey(page).textContent()).toBe(key)
  // The earlier proof of identity is valid for five minutes, so the dialog doesn't open again.
  await page.getByLabel('웹훅 주소', { exact: true }).fill('https://example.com/hook')
  await mainButton(page, '웹훅 저장').click()
  await page.getByText(/^whsec_/).waitFor()
  await expectKeyOnlyInCopies(page, { key, password })
})

/**
 * Expects that the examples on the API page mask the key, and that copies contain the whole key only after the password
 * was given.
 */
async function expectKeyOnlyInCopies(page: Page, { key, password }: { key: string; password: string }): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url })
  await open(page, '/api?page=orders')
  expect(await page.content()).not.toContain(key)
  const example = page
    .getByRole('figure')
    .filter({ has: page.getByRole('tablist') })
    .first()
  const copied = async (): Promise<string> => {
    await example.getByRole('button', { name: /복사$/ }).click()
    await waitForText(page, '복사했어요.')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const masked = `sk_live_${'•'.repeat(10)}${key.slice(-4)}`
  await example.getByText(masked).waitFor()
  expect(await copied()).toContain('YOUR_API_KEY')
  await mainButton(page, '내 키로 복사하기').click()
  await givePassword(page, password)
  await expect.poll(copied).toContain(key)
  expect(await example.textContent()).toContain(masked)
  await page.getByRole('radio', { name: '테스트 키' }).check()
  await expect.poll(() => example.textContent()).toMatch(/sk_test_\w{40}/)
}

test('a new password revokes the key unless its box is unticked, and deletion asks for the password', async ({
  openPage,
}) => {
  const page = await openPage({ url: shop.url })
  const person = await newMember(page)
  await open(page, '/account')
  expect(await page.getByLabel('API 키도 함께 폐기').count()).toBe(0)
  await mainButton(page, '기본 키 발급').click()
  await givePassword(page, person.password)
  await waitForText(page, '기본 키를 발급했어요')

  await open(page, '/account')
  expect(await page.getByLabel('API 키도 함께 폐기').isChecked()).toBe(true)
  await page.getByLabel('현재 비밀번호', { exact: true }).fill(person.password)
  for (const name of ['새 비밀번호', '새 비밀번호 확인']) await page.getByLabel(name, { exact: true }).fill('12345678')
  await mainButton(page, '비밀번호 변경').click()
  await waitForText(page, '너무 쉬운 비밀번호예요. 다른 것으로 정해 주세요')
  await expectGoodLooks(page, [PHONE, DESKTOP])
  const changed = { ...person, password: 'another-pw-34' }
  for (const name of ['새 비밀번호', '새 비밀번호 확인'])
    await page.getByLabel(name, { exact: true }).fill(changed.password)
  await mainButton(page, '비밀번호 변경').click()
  await page.waitForURL('**/order')
  await logIn(page, changed)
  await open(page, '/account')
  await mainButton(page, '기본 키 발급').waitFor()

  await mainButton(page, '회원탈퇴').click()
  await mainButton(page, '정말 탈퇴하시겠습니까?').click()
  await givePassword(page, changed.password)
  await waitForText(page, '탈퇴가 완료되었습니다')
})

test('a member makes a key of its own for a program, freezes it, rotates it and deletes it', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  const { password } = await newMember(page)
  await open(page, '/account')
  await mainButton(page, '테스트 키 만들기').click()
  await waitForText(page, '테스트 키를 만들었어요')
  const testKeys = page.getByRole('region', { name: '테스트 키' })
  await testKeys.getByText('테스트 잔액 100,000원').waitFor()
  expect(await testKeys.locator('code').textContent()).toMatch(/^sk_test_[A-Za-z0-9]{40}$/)
  await testKeys.getByRole('button', { name: '테스트 키 복사' }).waitFor()
  expect(await page.getByText('아직 만든 키가 없어요.').count()).toBe(0)
  expect(await testKeys.getByText('테스트', { exact: true }).count()).toBe(1)
  await testKeys.getByRole('button', { name: '테스트 잔액을 처음으로 되돌리기' }).click()
  await waitForText(page, '테스트 잔액을 100,000원으로 되돌렸어요')
  await mainButton(page, '권한 나눈 키 만들기').click()
  const form = page.getByRole('dialog', { name: '권한 나눈 키 만들기' })
  await form.getByRole('button', { name: '키 만들기', exact: true }).click()
  await form.getByText('키 이름을 입력해 주세요').waitFor()
  await form.getByLabel('이름', { exact: true }).fill('정산 서버')
  await form.getByLabel(/^주문/).uncheck()
  await form.getByLabel('사용할 IP 주소 (선택)').fill('203.0.113.7/24')
  await form.getByLabel('하루 한도 (원, 선택)').fill('50,000')
  await form.getByRole('button', { name: '키 만들기', exact: true }).click()
  await givePassword(page, password)
  await form.getByText(/^IP 주소나 CIDR 범위로 입력해 주세요/).waitFor()
  await form.getByLabel('사용할 IP 주소 (선택)').fill('203.0.113.0/24')
  await form.getByRole('button', { name: '키 만들기', exact: true }).click()
  await waitForText(page, '정산 서버 키를 만들었어요')
  await waitForText(page, '이 키는 지금만 볼 수 있어요. 안전한 곳에 보관해 주세요.')
  expect(await shownKey(page).textContent()).toMatch(keyPatterns.whole)
  await waitForText(page, '조회 · IP 주소 1개에서만 · 오늘 50,000원 중 0원 사용 · 아직 사용하지 않음')
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await page.getByRole('button', { name: '정산 서버 멈추기' }).click()
  await page.getByText('이 키는 지금만 볼 수 있어요.').waitFor({ state: 'detached' })
  await waitForText(page, '정산 서버 키를 멈췄어요')
  await page.getByRole('button', { name: '정산 서버 교체' }).click()
  await page.getByRole('button', { name: '새 키로 바꾸기' }).click()
  await waitForText(page, /이전 키는 .*까지 함께 쓸 수 있어요/)
  await page.getByRole('button', { name: '정산 서버 삭제' }).click()
  await page.getByRole('button', { name: '키 삭제하기' }).click()
  await waitForText(page, '정산 서버 키를 삭제했어요')
  expect(await page.getByText('아직 만든 키가 없어요.').count()).toBe(0)
  await testKeys.getByRole('button', { name: '테스트 삭제' }).click()
  await page.getByRole('button', { name: '키 삭제하기' }).click()
  await waitForText(page, '아직 만든 키가 없어요.')
})

test('who has no password proves by a new login at Naver that it is he', async ({ openPage }) => {
  const page = await openPage({ url: shop.url })
  const person = await newMember(page)
  const account = String(randomInt(1e9, 4e9))
  await shop.sql(
    `WITH member AS (UPDATE members SET password_hash = NULL WHERE login_id = $1 RETURNING id)
     INSERT INTO sns_links (member_id, provider, subject) SELECT id, 'NAVER', $2 FROM member`,
    [person.id, account],
  )
  await open(page, '/account')
  expect(await page.getByLabel('현재 비밀번호', { exact: true }).count()).toBe(0)
  await mainButton(page, '기본 키 발급').click()
  const question = page.getByRole('dialog', { name: '본인 확인' })
  const signInAs = async (whom: string) => {
    const opened = page.waitForEvent('popup')
    await question.getByRole('button', { name: '네이버로 확인' }).click()
    const popup = await opened
    await popup.getByLabel('계정').fill(whom)
    expect(new URL(popup.url()).searchParams.get('auth_type')).toBe('reauthenticate')
    await popup.getByRole('button', { name: '동의하고 계속하기' }).click()
  }
  await signInAs('1')
  await waitForText(page, '이 계정과 연결된 네이버 계정이 아니에요.')
  await expectGoodLooks(page, [PHONE, DESKTOP])
  await signInAs(account)
  await waitForText(page, '기본 키를 발급했어요')
})

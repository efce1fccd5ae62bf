import type { Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { type SolapiStandIn, solapiValues, startSolapiStandIn } from '#lib/alimtalk/testing/solapi-stand-in.ts'
import { connectionDeclarations } from '#lib/connections/labels.ts'
import { logIn, newPerson, open, owner, register, waitForText } from '../support/app.ts'
import { expectGoodPage, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'

// Uses a shop of its own: while a shop is connected to Solapi, verification codes of other journeys would go to the
// stand-in.
let shop: OtherShop
let solapi: SolapiStandIn

beforeAll(async () => {
  solapi = await startSolapiStandIn()
  shop = await openOtherShop('alerts', {})
}, 120_000)

afterAll(async () => {
  await shop?.stop()
  await solapi?.stop()
})

const phone = '01024681357'

async function giveValues(page: Page, values: Record<string, string>): Promise<void> {
  const form = page.getByRole('dialog', { name: /^솔라피/ })
  for (const [name, value] of Object.entries(values)) {
    const field = connectionDeclarations.solapi.fields.find((each) => each.name === name)
    await form.getByLabel(field ? new RegExp(`^${field.label}`) : '다른 주소').fill(value)
  }
  await form.getByRole('button', { name: '저장하고 확인' }).click()
}

const mainButton = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).first()

test('an owner connects Solapi, a member proves his number and chooses, and the outbox says what a code cost', {
  timeout: 240_000,
}, async ({ openPage }) => {
  const [page, memberPage] = [await openPage({ url: shop.url }), await openPage({ url: shop.url })]
  // Removes the connection and the verified number that an earlier attempt of this test may have made.
  await shop.sql('DELETE FROM connections')
  await shop.sql('UPDATE members SET phone = NULL WHERE phone = $1', [phone])
  await shop.sql("UPDATE verification_codes SET target = 'former' WHERE target = $1", [phone]).catch(() => undefined)
  solapi.messages.length = 0

  // With a wrong secret the page says what to do. The correct secret is accepted, and the templates can then be copied.
  await logIn(page, owner)
  await open(page, '/admin/connections')
  await page.getByRole('row').filter({ hasText: '솔라피' }).getByRole('cell').first().click()
  await mainButton(page, /^연결하기/).click()
  const { apiSecret = '', ...rest } = solapiValues
  await giveValues(page, { ...rest, apiSecret: 'A-WRONG-SECRET-0123456789', baseUrl: solapi.url })
  await waitForText(page, 'API 시크릿이 맞지 않아요. 솔라피 콘솔에서 시크릿을 다시 복사해 주세요.')
  await mainButton(page, /^값 바꾸기/).click()
  await giveValues(page, { apiSecret })
  await waitForText(page, '솔라피 연결을 확인했어요.')
  await page.getByRole('button', { name: '충전 완료 템플릿 복사' }).waitFor()
  await waitForText(page, /충전 #\{건수\}건, #\{금액\}/)
  expect(await page.content()).not.toContain(apiSecret)
  await expectGoodPage(page)

  // A member whose number isn't verified yet verifies it by a code, and chooses what to be notified of.
  const person = newPerson()
  await register(memberPage, person)
  await logIn(memberPage, person)
  await open(memberPage, '/account')
  await waitForText(memberPage, '휴대전화를 등록하고 인증하면 알림을 받을 수 있어요.')
  await shop.sql('UPDATE members SET phone = $2 WHERE login_id = $1', [person.id, phone])
  await open(memberPage, '/account')
  await waitForText(memberPage, '010-****-1357를 인증하면 알림을 받을 수 있어요.')
  expect(await memberPage.getByRole('switch', { name: '충전 완료' }).isDisabled()).toBe(true)
  await memberPage.getByRole('button', { name: '인증번호 받기' }).click()
  await expect
    .poll(() => solapi.messages.map(({ to, type }) => ({ to, type })), { timeout: 20_000 })
    .toEqual([{ to: phone, type: 'ATA' }])
  const [code = ''] = /\d{5}/.exec(solapi.messages[0]?.text ?? '') ?? []
  await memberPage.getByLabel('휴대전화 인증번호').fill(code)
  await memberPage.getByRole('button', { name: '휴대전화 인증하기' }).click()
  await waitForText(memberPage, '휴대전화를 인증했어요. 받을 알림을 골라 주세요.')
  await memberPage.getByRole('switch', { name: '충전 완료' }).click()
  await waitForText(memberPage, '충전이 완료되면 알려 드릴게요.')
  await expectGoodPage(memberPage)
  await open(memberPage, '/account')
  expect(await memberPage.getByRole('switch', { name: '충전 완료' }).isChecked()).toBe(true)
  await memberPage.getByRole('button', { name: '알림 모두 끄기' }).click()
  await waitForText(memberPage, '알림을 모두 껐어요.')
  expect(await memberPage.getByRole('switch', { name: '충전 완료' }).isChecked()).toBe(false)

  // The outbox shows how the code was sent, that it arrived, and what it cost.
  solapi.settle()
  await expect
    .poll(() => shop.sql('SELECT sent_as, result, cost FROM outbox_messages WHERE "to" = $1', [phone]), {
      timeout: 60_000,
    })
    .toEqual({ sent_as: 'ALIMTALK', result: 'ARRIVED', cost: 1_300 })
  await open(page, '/admin/outbox')
  await waitForText(page, /이번 달 알림톡·문자 \d+건 \d+원/)
})

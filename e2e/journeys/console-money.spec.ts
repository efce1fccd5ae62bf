import type { Page } from 'playwright'
import { expect } from 'vitest'
import { chargeStatus } from '#lib/charges/labels.ts'
import { focusedRow, logIn, newPerson, open, owner, type Person, register, waitForText } from '../support/app.ts'
import { DESKTOP, expectGoodPage, test } from '../support/fixtures.ts'
import { runSql } from '../support/shop-data.ts'

type ChargeInput = { name: string; won: number; feeType?: 0 | 1 | 2 }

/**
 * Inserts pending charges of a member into the database, because calls let a member request only a few. Returns their
 * ids.
 */
async function makeCharges({ id }: Person, charges: readonly ChargeInput[]): Promise<number[]> {
  const rows = await runSql<{ id: number }>(
    `INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, expires_at)
     SELECT m.id, w.name, w.name, w.won::bigint * 100, w.won::bigint * 100, w.fee, '{"phone": "01012345678"}', now() + interval '2 hours'
     FROM members m, unnest($2::text[], $3::int[], $4::int[]) WITH ORDINALITY AS w (name, won, fee, at)
     WHERE m.login_id = $1 ORDER BY w.at RETURNING id`,
    [id, charges.map(({ name }) => name), charges.map(({ won }) => won), charges.map(({ feeType = 2 }) => feeType)],
  )
  return rows.map((row) => row.id)
}

async function balanceOf({ id }: Person): Promise<number> {
  const [row] = await runSql<{ won: number }>(
    'SELECT (point / 100)::int AS won FROM balances b JOIN members m ON m.id = b.member_id WHERE m.login_id = $1',
    [id],
  )
  return row?.won ?? 0
}

async function registerMember(openPage: () => Promise<Page>): Promise<Person> {
  const person = newPerson()
  const page = await openPage()
  await register(page, person)
  return person
}

const repeat = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const pathWithSearch = (list: string, q: string) => `/admin/${list}?q=${encodeURIComponent(q)}`

/** Dispatches a paste event with `text`, as the keyboard does. */
const paste = (page: Page, text: string) =>
  page.getByLabel('거래내역 붙여 넣기').evaluate((area, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', data)
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('an operator approves 50 pending charges from the keyboard alone in one screen', async ({ page, openPage }) => {
  const person = await registerMember(openPage)
  const tag = `쉰${person.id}`
  await makeCharges(
    person,
    repeat(50, (at) => ({ name: `${tag}번${at}`, won: 1_000 + at })),
  )
  await logIn(page, owner)
  await open(page, pathWithSearch('charges', tag))
  const { keyboard } = page
  await keyboard.press('x')
  for (let at = 1; at < 50; at++) await keyboard.press('Shift+J')
  await waitForText(page, '50건 고름 · 51,225원')
  await expectGoodPage(page)
  await keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: '충전 모두 승인' })
  await dialog.getByText('+51,225원').waitFor()
  await expectGoodPage(page)
  await dialog.getByText('50건은 확인된 입금이 없어요').waitFor()
  await keyboard.press('Enter')
  await waitForText(page, '50건 · 51,225원을 승인할게요')
  await expectGoodPage(page)
  expect(await balanceOf(person)).toBe(0)
  expect(await focusedRow(page)).toBeDefined()
  await waitForText(page, '50건을 승인했어요')
  expect(await balanceOf(person)).toBe(51_225)
  const entries = await runSql(
    `SELECT 1 FROM point_entries e JOIN members m ON m.id = e.member_id WHERE m.login_id = $1 AND e.kind = 'CHARGE'`,
    [person.id],
  )
  expect(entries).toHaveLength(50)
  // The list is empty now. The focus must stay at its place, so that the next Tab doesn't start at the top of the page.
  await page.getByText('찾는 충전 요청이 없어요.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('of charges approved together, one that somebody else settled is told and stops none of the others', async ({
  page,
  openPage,
}) => {
  const person = await registerMember(openPage)
  const tag = `셋${person.id}`
  const ids = await makeCharges(
    person,
    repeat(3, (at) => ({ name: `${tag}번${at}`, won: 2_000 })),
  )
  const [left] = await makeCharges(person, [{ name: `${tag}남음`, won: 2_000 }])
  await logIn(page, owner)
  await open(page, pathWithSearch('charges', tag))
  await page.getByRole('checkbox', { name: '모두 고르기' }).check()
  await page.getByRole('checkbox', { name: new RegExp(`${tag}남음`) }).uncheck()
  await page.getByRole('button', { name: /^모두 승인/ }).click()
  await runSql(
    `UPDATE charges SET status = ${chargeStatus.FAIL}, outcome = 'REJECTED', response_at = now() WHERE id = $1`,
    [ids[1]],
  )
  const dialog = page.getByRole('dialog', { name: '충전 모두 승인' })
  await dialog.getByRole('button', { name: '닫기' }).last().press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('모두 승인')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '3건 승인' }).click()
  // The bar with the button that opened the dialog is gone, so the row that is still pending has the focus.
  await expect.poll(() => focusedRow(page)).toBe(String(left))
  // Waits for the first of two elements with this text: the dialog's own, and a toast in the dialog.
  await dialog.getByText('2건을 승인했고 1건은 승인하지 못했어요.').first().waitFor()
  await dialog.getByText('이미 처리된 충전 요청이에요.').waitFor()
  expect(await balanceOf(person)).toBe(4_000)
})

test('an approval that can still be taken back is sent before staff are logged out', async ({ page, openPage }) => {
  const person = await registerMember(openPage)
  const tag = `퇴근${person.id}`
  await makeCharges(person, [{ name: tag, won: 3_000 }])
  await logIn(page, owner)
  await open(page, pathWithSearch('charges', tag))
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('a')
  await waitForText(page, '3,000원을 승인할게요')
  await page.getByRole('link', { name: '로그아웃' }).first().click()
  await page.waitForURL('**/order')
  expect(await balanceOf(person)).toBe(3_000)
})

test('an approval is taken back for five seconds by key or button, and is sent when its page is left', async ({
  page,
  openPage,
}) => {
  const person = await registerMember(openPage)
  const tag = `무름${person.id}`
  await makeCharges(
    person,
    repeat(3, (at) => ({ name: `${tag}번${at}`, won: 3_000 })),
  )
  await logIn(page, owner)
  await open(page, pathWithSearch('charges', tag))
  const { keyboard } = page
  await page.getByText('확인된 입금이 없어요. 승인하면 입금 확인 없이 충전돼요.').first().waitFor()
  const first = await page.locator('[data-row]').first().getAttribute('data-row')
  await keyboard.press('a')
  // After the first key that the page handles, the next row has the focus, not the body.
  await expect.poll(() => focusedRow(page)).toBeDefined()
  await keyboard.press('a')
  await waitForText(page, '3,000원을 승인할게요')
  expect(await page.getByRole('cell', { name: '승인 예정' }).count()).toBe(2)
  await keyboard.press('z')
  await waitForText(page, '2건을 되돌렸어요')
  // The focus returns to the row that was undone, so that another A doesn't approve the next row.
  await expect.poll(() => focusedRow(page)).toBe(first)
  await keyboard.press('a')
  const back = page.getByRole('button', { name: '되돌리기' })
  await back.focus()
  // In a low window the bar of the picked rows and the bar with the undo button are docked at the bottom. The bar of
  // the picked rows must be the upper one.
  await page.setViewportSize({ ...DESKTOP, height: 420 })
  await keyboard.press('Shift+X')
  const bar = await page.getByRole('region', { name: '고른 충전' }).boundingBox()
  const undo = await page.locator('[data-undo]').boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(undo?.y ?? 0)
  const target = await page.getByRole('checkbox', { name: '모두 고르기' }).locator('..').boundingBox()
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24)
  await keyboard.press('Escape')
  await page.setViewportSize(DESKTOP)
  await page.waitForTimeout(6_000)
  expect(await balanceOf(person)).toBe(0)
  await back.click()
  await waitForText(page, '1건을 되돌렸어요')
  await keyboard.press('a')
  await waitForText(page, '3,000원을 승인할게요')
  await open(page, '/admin/orders')
  await expect.poll(() => balanceOf(person)).toBe(3_000)
})

test('of 200 deposits pasted in, the clear ones are credited and the unclear ones wait with the reason said', {
  timeout: 180_000,
}, async ({ page, openPage }) => {
  const [person, other] = [await registerMember(openPage), await registerMember(openPage)]
  const tag = person.id.replace('_', '')
  const clear = repeat(140, (at) => ({ name: `맑음${tag}번${at}`, won: 10_000 + at }))
  const named = repeat(20, (at) => ({ name: `금액${tag}번${at}`, won: 700_000 + at }))
  const shared = repeat(20, (at) => ({ name: `여럿${tag}번${at}`, won: 800_000 + at }))
  await makeCharges(person, [...clear, ...named, ...shared])
  await makeCharges(other, shared)
  const nobody = repeat(20, (at) => ({ name: `없음${tag}번${at}`, won: 900_000_000 + at }))
  const paid = [...clear, ...named.map(({ name }, at) => ({ name, won: 760_000 + at })), ...shared, ...nobody]
  const now = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const table = [
    '거래내역 조회',
    ['거래일시', '적요', '보낸분/받는분', '출금액(원)', '입금액(원)', '잔액'].join('\t'),
    ...paid.map(({ name, won }, at) => [now, '타행', name, 0, won.toLocaleString('en'), at].join('\t')),
    [now, '카드', '편의점', '5,000', '0', 1].join('\t'),
  ].join('\n')

  await logIn(page, owner)
  await open(page, '/admin/deposits')
  await page.keyboard.press('i')
  await page.waitForURL('**/import')
  // Text that isn't a table of deposits can't be sent, and the page says so.
  await paste(page, '안녕하세요\n거래내역이 아니에요')
  await page.getByText(/^입금으로 읽은 줄이 없어요/).waitFor()
  expect(await page.getByRole('button', { name: /건 가져오기$/ }).count()).toBe(0)
  await page.getByRole('button', { name: '다른 내역' }).press('Enter')
  await paste(page, table)
  await page.getByText(/^입금 200건 · .*입금 아님 1건$/).waitFor()
  await page.getByRole('button', { name: '200건 가져오기' }).click()
  await page.getByText('충전 완료 140건 · 대기 60건 · 이미 있음 0건').waitFor()
  for (const [reason, count] of [
    ['금액 다름', 20],
    ['같은 이름 여럿', 20],
    ['요청 없음', 20],
  ] as const)
    expect(await page.getByText(`대기 · ${reason}`, { exact: true }).count()).toBe(count)
  await expectGoodPage(page)
  expect(await balanceOf(person)).toBe(clear.reduce((sum, { won }) => sum + won, 0))
  expect(await balanceOf(other)).toBe(0)

  await page.getByRole('button', { name: '다른 내역' }).click()
  await paste(page, table)
  await page.getByRole('button', { name: '200건 가져오기' }).click()
  await page.getByText('충전 완료 0건 · 대기 0건 · 이미 있음 200건').waitFor()
  expect(await balanceOf(person)).toBe(clear.reduce((sum, { won }) => sum + won, 0))
})

test('a deposit of another name is matched by keys, one for two charges is split, a stray one is sent back', async ({
  page,
  openPage,
}) => {
  const person = await registerMember(openPage)
  const tag = person.id.replace('_', '')
  await makeCharges(person, [
    { name: `본명${tag}`, won: 61_234_567 },
    { name: `나눔${tag}`, won: 3_000 },
    { name: `나눔${tag}`, won: 4_000 },
  ])
  const waiting = [
    [`다른이름${tag}`, 61_234_567],
    [`나눔${tag}`, 7_000],
    [`떠돌이${tag}`, 5],
  ] as const
  for (const [name, won] of waiting)
    await runSql(
      `INSERT INTO deposits (external_id, name, normal_name, amount, at) VALUES ($1, $1, $1, $2::bigint * 100, now())`,
      [name, won],
    )
  await logIn(page, owner)
  const { keyboard } = page
  await open(page, pathWithSearch('deposits', `다른이름${tag}`))
  await waitForText(page, '금액이 같은 충전 요청이 있지만 입금자명이 달라요.')
  await page.getByRole('checkbox', { name: /본명/ }).waitFor()
  await expectGoodPage(page)
  await keyboard.press('a')
  await page.getByRole('dialog', { name: '입금 맞추기' }).getByText('+61,234,567P').waitFor()
  await waitForText(page, '입금자명이 충전 요청과 달라요. 본인의 입금인지 확인해 주세요.')
  await keyboard.press('Enter')
  await waitForText(page, `다른이름${tag} · 61,234,567원을 충전했어요.`)

  await open(page, pathWithSearch('deposits', `나눔${tag}`))
  await page.getByRole('checkbox', { name: /나눔/ }).first().waitFor()
  // Both charges are selected already, because their amounts add up to the deposit.
  await page.getByText('2건 합계').waitFor()
  await keyboard.press('1')
  await keyboard.press('a')
  await waitForText(page, '입금액과 충전 요청 금액이 달라요.')
  await keyboard.press('1')
  await keyboard.press('a')
  await page.getByRole('dialog', { name: '입금 나누기' }).waitFor()
  await keyboard.press('Enter')
  await waitForText(page, `나눔${tag} · 7,000원을 충전했어요.`)
  expect(await balanceOf(person)).toBe(61_241_567)

  await open(page, pathWithSearch('deposits', `떠돌이${tag}`))
  await keyboard.press('r')
  await page.getByRole('dialog').getByLabel('사유', { exact: true }).fill('잘못 보낸 돈')
  await keyboard.press('Enter')
  await waitForText(page, `떠돌이${tag} · 5원을 반환으로 적었어요.`)
})

test('a suggestion is accepted by one key, a credit that was reported twice is closed by one', async ({
  page,
  openPage,
}) => {
  const person = await registerMember(openPage)
  const tag = person.id.replace('_', '')
  const report = (externalId: string, name: string, source: string) =>
    runSql(
      `INSERT INTO deposits (external_id, name, normal_name, amount, at, source)
       VALUES ($1, $2, $2, 1234000, now() - interval '1 hour', $3)`,
      [externalId, name, source],
    )
  await report(`먼저${tag}`, `먼저${tag}`, 'HOOK')
  await makeCharges(person, [{ name: `먼저${tag}`, won: 12_340 }])
  for (const source of ['HOOK', 'IMPORT']) await report(`${source}${tag}`, `두번${tag}`, source)
  await logIn(page, owner)
  const { keyboard } = page
  await open(page, pathWithSearch('deposits', `먼저${tag}`))
  await waitForText(page, '입금된 뒤에 만들어진 충전 요청이에요. 본인의 입금인지 확인하고 맞춰 주세요.')
  await page.getByRole('checkbox', { name: new RegExp(`먼저${tag}`), checked: true }).waitFor()
  await expectGoodPage(page)
  await keyboard.press('a')
  await page.getByRole('dialog', { name: '입금 맞추기' }).getByText('+12,340P').waitFor()
  await keyboard.press('Enter')
  await waitForText(page, `먼저${tag} · 12,340원을 충전했어요.`)
  expect(await balanceOf(person)).toBe(12_340)

  await open(page, pathWithSearch('deposits', `두번${tag}`))
  await page.getByRole('row').filter({ hasText: '중복 의심' }).getByRole('link').click()
  await page.getByText('운영자가 가져옴').waitFor()
  await expectGoodPage(page)
  await keyboard.press('d')
  await page.getByRole('dialog', { name: '중복으로 처리' }).waitFor()
  await keyboard.press('Enter')
  await waitForText(page, `두번${tag} · 12,340원을 중복으로 처리했어요.`)
})

test('a credited charge files its receipt; after a reversal both lists say so; each list can be exported', async ({
  page,
  openPage,
}) => {
  const person = await registerMember(openPage)
  const tag = `영수${person.id.replace('_', '')}`
  await makeCharges(person, [{ name: tag, won: 11_000, feeType: 0 }])
  await logIn(page, owner)
  const { keyboard } = page
  await open(page, pathWithSearch('charges', tag))
  await keyboard.press('a')
  await waitForText(page, `${tag} · 11,000원을 승인했어요`)
  await open(page, pathWithSearch('receipts', tag))
  await page.getByText('010-1234-5678').first().waitFor()
  await expectGoodPage(page)
  await keyboard.press('a')
  await waitForText(page, `${tag} · 11,000원 영수증을 발행 완료`)

  await open(page, `${pathWithSearch('charges', tag)}&status=1`)
  await keyboard.press('r')
  await page.getByRole('dialog', { name: '승인 취소' }).getByLabel('사유', { exact: true }).fill('오승인')
  await keyboard.press('Enter')
  await waitForText(page, `${tag} · 11,000원 승인을 취소했어요`)
  expect(await balanceOf(person)).toBe(0)
  await open(page, `${pathWithSearch('receipts', tag)}&status=ISSUED`)
  await waitForText(page, '발행한 영수증도 취소해 주세요.')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV 내보내기' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^영수증-\d{4}-\d\d-\d\d\.csv$/)
  const chunks = await (await download.createReadStream()).toArray()
  expect(Buffer.concat(chunks).toString()).toContain(`,${tag},11000,10000,1000,`)
})

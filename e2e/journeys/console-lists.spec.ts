import type { Page } from 'playwright'
import { beforeAll, expect, inject } from 'vitest'
import { pageGroups } from '#components/console/pages.ts'
import { addDays, formatKoreanDay } from '#components/ui/calendar-days.ts'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { feeType } from '#lib/charges/labels.ts'
import { orderStatus } from '#lib/orders/labels.ts'
import { focusedRow, logIn, newPerson, open, owner, type Person, register, waitForText } from '../support/app.ts'
import { DESKTOP, expectGoodPage, PHONE, TABLET, test } from '../support/fixtures.ts'
import { findServiceIdWhere, runSql } from '../support/shop-data.ts'

// Use cases of lib/ create the orders of this file in the running shop's database.
const { databaseUrl, authSecret } = inject('shop')
Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })
const loadUseCases = async () => ({
  ...(await import('#lib/members/testing/members.ts')),
  ...(await import('#lib/orders/testing/orders.ts')),
})
let shop: Awaited<ReturnType<typeof loadUseCases>>

beforeAll(async () => {
  shop = await loadUseCases()
})

/** Inserts three charges of a member: 3,000 won 40 days ago, and 1,000 and 2,000 won today. */
const makeCharges = ({ id }: Person, tag: string) =>
  runSql(
    `INSERT INTO charges (member_id, name, normal_name, point, pay_amount, fee_type, fee_value, created_at, expires_at)
     SELECT m.id, $2 || w.won || '번', $2 || w.won || '번', w.won * 100, w.won * 100, ${feeType.NONE}, '{}', now() - w.days * interval '1 day', now() + interval '2 hours'
     FROM members m, (VALUES (3000, 40), (1000, 0), (2000, 0)) AS w (won, days) WHERE m.login_id = $1`,
    [id, tag],
  )

test('charges of a preset or of days typed and picked, sorted by their head; the file holds only those', async ({
  page,
  openPage,
}) => {
  const person = newPerson()
  await register(await openPage(), person)
  const tag = `기간${person.id.replace('_', '')}`
  await makeCharges(person, tag)
  await logIn(page, owner)
  await open(page, `/admin/charges?q=${encodeURIComponent(tag)}&status=all`)
  const rows = page.locator('tbody tr')
  const names = async () => (await rows.allTextContents()).map((row) => new RegExp(`${tag}(\\d+)번`).exec(row)?.[1])
  const days = page.getByRole('navigation', { name: '기간' })
  const today = seoulDay(Date.now())

  await days.getByRole('link', { name: '오늘' }).click()
  await page.waitForURL(`**from=${today}&to=${today}**`)
  await expect.poll(names).toEqual(['2000', '1000'])
  await page.getByRole('link', { name: '입금액' }).click()
  await page.locator('th[aria-sort="descending"]', { hasText: '입금액' }).waitFor()
  await page.getByRole('link', { name: '입금액' }).click()
  await expect.poll(names).toEqual(['1000', '2000'])
  await expectGoodPage(page)

  await days.getByRole('button', { name: '직접' }).click()
  await page.getByLabel('시작일', { exact: true }).fill('어제쯤')
  await page.getByLabel('종료일', { exact: true }).focus()
  await waitForText(page, '2026. 11. 22.처럼 입력해 주세요.')
  await page.getByLabel('시작일', { exact: true }).fill(addDays(today, -45).replaceAll('-', ''))
  await page.getByRole('button', { name: '종료일 달력에서 고르기' }).click()
  const calendar = page.getByRole('dialog', { name: '종료일 고르기' })
  await calendar.waitFor()
  await expectGoodPage(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await calendar.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('시작일', { exact: true }).inputValue()).toBe(formatKoreanDay(addDays(today, -45)))
  expect(await page.getByLabel('종료일', { exact: true }).inputValue()).toBe(formatKoreanDay(addDays(today, -1)))
  await page.getByRole('button', { name: '보기', exact: true }).click()
  await expect.poll(names).toEqual(['3000'])

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV 내보내기' }).click()
  const chunks = await (await (await downloading).createReadStream()).toArray()
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`,${tag}3000번,`)
})

test('orders chosen in the list are moved together, as the preview says of each kind', async ({ page }) => {
  const name = newPerson().id
  const member = { loginId: name, points: 1_000_000, email: `${name}@example.com` }
  const { id: memberId, loginId } = await shop.makeMember(member)
  const serviceId = await findServiceIdWhere('NOT s.is_read_only AND s.min <= 100 AND s.max >= 100')
  const ids: number[] = []
  for (let each = 0; each < 4; each++) ids.push(await shop.makeOrder({ memberId, serviceId, amount: 100 }))
  await logIn(page, owner)
  await open(page, `/admin/orders?q=${loginId}`)
  await page.keyboard.press('Shift+X')
  await waitForText(page, '4건 고름')
  // Other staff complete one of the orders, which this list still shows as open.
  await runSql(`UPDATE orders SET status = ${orderStatus.COMPLETED}, remains = 0 WHERE id = $1`, [ids[0]])
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: '주문 4건 상태 바꾸기' })
  await dialog.getByRole('radio', { name: '진행중' }).check()
  await dialog.getByText('1건 제외').waitFor()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: '3건 진행중으로 바꾸기' }).click()
  await waitForText(page, '3건 바꿨어요.')
  const rows = await runSql<{ status: number }>('SELECT status FROM orders WHERE member_id = $1 ORDER BY id', [
    memberId,
  ])
  expect(rows.map(({ status }) => status)).toEqual([2, 1, 1, 1])

  await open(page, `/admin/orders?q=${ids[3]}&id=${ids[3]}`)
  await page.keyboard.press('a')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
  await page.getByRole('radio', { name: '취소' }).check()
  const notice = page.getByRole('checkbox', { name: '회원에게 알리기' })
  await notice.press('Enter')
  await page.waitForTimeout(500)
  expect(
    await runSql(`SELECT FROM orders WHERE id = $1 AND status = ${orderStatus.INPROGRESS}`, [ids[3]]),
  ).toHaveLength(1)
  await page.getByRole('radio', { name: '취소' }).press('Enter')
  await waitForText(page, /취소 · .*환불( 없음)?\. 회원에게 알릴 이메일을 보낼 목록에 넣었어요/)
  // The form was replaced by the form for the order's new status. The order's row must now have the focus, so that the
  // next Tab doesn't start at the top of the page.
  await expect.poll(() => focusedRow(page)).toBe(String(ids[3]))
})

test('on a list and a report that stay open over midnight, 오늘 leads to the new day', async ({ page }) => {
  await logIn(page, owner)
  const tomorrow = addDays(seoulDay(Date.now()), 1)
  for (const path of ['/admin/charges', '/admin/reports']) {
    await open(page, path)
    await page.evaluate(() => {
      const browserTime = Date.now
      Date.now = () => browserTime() + 24 * 3_600_000
    })
    const today = page.getByRole('navigation', { name: '기간' }).getByRole('link', { name: '오늘' })
    await expect.poll(() => today.getAttribute('href')).toContain(`from=${tomorrow}&to=${tomorrow}`)
  }
})

test('after the link to older rows the first of them has the focus', async ({ page }) => {
  const tag = `쪽${newPerson().id.replace('_', '')}`
  await runSql(
    `INSERT INTO deposits (external_id, name, normal_name, amount, at)
     SELECT $1 || i, $1, $1, 100, now() - i * interval '1 minute' FROM generate_series(1, 101) AS i`,
    [tag],
  )
  await logIn(page, owner)
  await open(page, `/admin/deposits?q=${encodeURIComponent(tag)}`)
  await page.getByRole('link', { name: '이전 내역 더 보기' }).press('Enter')
  await page.waitForURL('**cursor=**')
  const firstRow = page.locator('[data-row]').first()
  await expect.poll(async () => (await focusedRow(page)) === (await firstRow.getAttribute('data-row'))).toBe(true)
})

test('back from a member’s page the chosen order is still chosen; on a tablet Escape closes its detail', async ({
  page,
}) => {
  const { id: memberId, loginId } = await shop.makeMember({ loginId: newPerson().id, points: 1_000_000 })
  const serviceId = await findServiceIdWhere('NOT s.is_read_only AND s.min <= 100 AND s.max >= 100')
  const ids: number[] = []
  for (let each = 0; each < 3; each++) ids.push(await shop.makeOrder({ memberId, serviceId, amount: 100 }))
  await logIn(page, owner)
  await open(page, `/admin/orders?q=${loginId}`)
  const chosen = () => page.locator('[data-row][aria-current]').getAttribute('data-row')
  await page.keyboard.press('j')
  await expect.poll(chosen).toBe(String(ids[1]))
  await page.waitForURL(/[?&]id=/)
  const title = `주문 ${ids[1]}`
  await page
    .getByRole('region', { name: title })
    .getByRole('link', { name: new RegExp(loginId) })
    .click()
  await page.waitForURL('**/admin/members?**')
  await page.getByRole('region', { name: loginId }).waitFor()
  await page.goBack()
  await page.getByRole('region', { name: title }).waitFor()
  expect(await chosen()).toBe(String(ids[1]))

  await page.setViewportSize(TABLET)
  await page.keyboard.press('Enter')
  const detail = page.getByRole('dialog', { name: title })
  await detail.waitFor()
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'hidden' })
})

test('twenty deposits are returned at once, with a reason that was given before', async ({ page }) => {
  const tag = `되돌림${newPerson().id.replace('_', '')}`
  const insert = `INSERT INTO deposits (external_id, name, normal_name, amount, at)
    SELECT $1 || i, $1 || i, $1 || i, 100 * i, now() FROM generate_series($2::int, $3::int) AS i`
  await runSql(insert, [tag, 1, 1])
  await logIn(page, owner)
  await open(page, `/admin/deposits?q=${encodeURIComponent(tag)}`)
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: '입금 반환' })
  await dialog.getByLabel('사유', { exact: true }).fill(tag)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })

  await runSql(insert, [tag, 2, 21])
  await open(page, `/admin/deposits?q=${encodeURIComponent(tag)}&status=WAITING`)
  await page.keyboard.press('Shift+X')
  await waitForText(page, '20건 고름')
  await page.keyboard.press('r')
  await dialog.getByRole('button', { name: tag }).click()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: '20건 반환' }).click()
  await waitForText(page, '입금 20건을 반환으로 적었어요.')
  const rows = await runSql('SELECT FROM deposits WHERE status = $2 AND name LIKE $1', [`${tag}%`, 'RETURNED'])
  expect(rows).toHaveLength(21)
})

/**
 * Cells of a page's lists that are misplaced: in a table, rows whose columns aren't below those of the head; on the
 * cards of a phone, cells whose texts overlap.
 */
const misplacedCells = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (cell: Element) => cell.checkVisibility() && getComputedStyle(cell).clipPath === 'none'
    const textBoxes = (cells: Element[]) =>
      cells
        .filter((cell) => cell.textContent?.trim())
        .map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          const text = range.getBoundingClientRect()
          const { left, right } = cell.getBoundingClientRect()
          const isCut = getComputedStyle(cell).overflowX !== 'visible'
          const width = Math.min(text.right, right) - Math.max(text.left, left)
          const box = isCut ? new DOMRect(Math.max(text.left, left), text.top, width, text.height) : text
          return { text: cell.textContent?.trim(), box }
        })
    const collide = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4
    return [...document.querySelectorAll('main table')].flatMap((table) => {
      const heads = [...table.querySelectorAll('thead tr > *')].filter(isShown)
      return [...table.querySelectorAll('tbody tr')].slice(0, 8).flatMap((row) => {
        const cells = [...row.children].filter(isShown).filter((cell) => cell.getBoundingClientRect().width > 0)
        if (getComputedStyle(row).display === 'table-row')
          return cells.length === heads.length ? [] : [`${cells.length} cells below ${heads.length} heads`]
        const boxes = textBoxes(cells)
        return boxes.flatMap(({ text, box }, at) =>
          boxes.slice(at + 1).flatMap((other) => (collide(box, other.box) ? [`${text} over ${other.text}`] : [])),
        )
      })
    })
  })

test('at 1280px the console’s lists have cells below their own heads, on a phone none over another', {
  timeout: 240_000,
}, async ({ page, openPage }) => {
  const person = newPerson()
  const member = await openPage()
  await register(member, person)
  await logIn(member, person)
  const question = { kind: 'OTHER', message: '충전이 아직 반영되지 않았어요.' }
  const asked = await member.request.post('/service/questions', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: question,
  })
  expect(asked.ok(), await asked.text()).toBe(true)
  await logIn(page, owner)
  const found: string[] = []
  for (const { path } of pageGroups.flatMap(({ pages }) => pages)) {
    await open(page, path)
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      found.push(...(await misplacedCells(page)).map((fault) => `${path} ${viewport.width}: ${fault}`))
    }
  }
  expect(found).toEqual([])
})

import pg from 'pg'
import { inject } from 'vitest'
import {
  approveCharge,
  logIn,
  logInByForm,
  newPerson,
  open,
  owner,
  placeOrder,
  registerByForm,
  requestCharge,
  transitionByStaff,
  waitForBalance,
  waitForOrderStatus,
  waitForText,
} from '../support/app.ts'
import { expectGoodPage, test } from '../support/fixtures.ts'

/** Id of a seeded service with this unit price, in 1/100,000 of a point. */
async function serviceAt(unitPrice: number): Promise<number> {
  const client = new pg.Client({ connectionString: inject('shop').databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'SELECT id FROM services WHERE unit_price = $1 AND max >= 1000 AND NOT is_read_only LIMIT 1',
    [unitPrice],
  )
  await client.end()
  return rows[0].id
}

test('a member signs up, tops up, orders; staff approve, complete one order and half-finish another', async ({
  openPage,
}) => {
  const [page, staffPage] = [await openPage(), await openPage()]
  const person = newPerson()
  await registerByForm(page, person)
  await logInByForm(page, person)
  await waitForBalance(page, '0원')
  await requestCharge(page, '+1만원', `홍길동${person.id}`)

  await logIn(staffPage, owner)
  await approveCharge(staffPage, `홍길동${person.id}`)

  const serviceId = await serviceAt(330_000)
  const whole = await placeOrder(page, { serviceId, link: 'https://www.instagram.com/seoul.cafe.log/', amount: 1_000 })
  const part = await placeOrder(page, { serviceId, link: '@seoul.cafe.log', amount: 1_000 })
  await waitForBalance(page, '3,400원')
  await waitForOrderStatus(page, whole, '주문접수')
  await waitForOrderStatus(page, part, '주문접수')

  await transitionByStaff(staffPage, whole, { to: '완료' })
  await transitionByStaff(staffPage, part, { to: '진행중' })
  await transitionByStaff(staffPage, part, { to: '부분완료', remains: 157, refundText: '518.1P' })

  await waitForOrderStatus(page, whole, '완료')
  await waitForOrderStatus(page, part, '부분완료')
  await waitForBalance(page, '3,918.1원')

  await open(staffPage, `/admin/orders?q=${whole}`)
  await staffPage.keyboard.press('r')
  const dialog = staffPage.getByRole('dialog', { name: '언팔로우 복구' })
  await dialog.getByLabel('줄어든 수량').fill('100')
  await dialog.getByLabel('사유').fill('팔로워 이탈')
  await dialog
    .getByText(`주문 ${whole}번에서 빠져나간 100개만큼 330P를 잔액으로 돌려드렸어요. 사유: 팔로워 이탈`)
    .waitFor()
  await expectGoodPage(staffPage)
  await dialog.getByRole('button', { name: '330P 복구하기' }).click()
  await waitForText(staffPage, '330P를 복구했어요. 회원에게 알릴 이메일을 보낼 목록에 넣었어요.')
  await open(page, '/order-history')
  await waitForBalance(page, '4,248.1원')
  await waitForText(page, '언팔로우 복구 330원')
  await page.getByRole('button', { name: `주문번호 ${whole} 진행 과정` }).click()
  await waitForText(page, '빠져나간 팔로워만큼 돌려드린 포인트')
  await expectGoodPage(page)
  await open(page, '/point')
  await page.getByRole('region', { name: '언팔로우 복구' }).getByText(`주문 ${whole}번`).waitFor()
  await expectGoodPage(page)
})

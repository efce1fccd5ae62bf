import { logIn, newPerson, open, owner, register, waitForText } from '../support/app.ts'
import { expectGoodPage, PHONE, test } from '../support/fixtures.ts'
import { runSql } from '../support/shop-data.ts'

test('법정 기준 says that it is no legal advice, leads to the rows of a figure, and is not for SUPPORT', async ({
  openPage,
}) => {
  const page = await openPage()
  await logIn(page, owner)
  await open(page, '/admin/legal-limits')
  await waitForText(page, /^법률 자문이 아니에요\./)
  await expectGoodPage(page)
  const receipts = page.getByRole('region', { name: '현금영수증 발행' })
  await receipts.getByText('입금된 날부터 5일 안에 발행해야 해요.').waitFor()
  await receipts.getByRole('link', { name: '발행 대기 보기' }).click()
  await page.waitForURL('**/admin/receipts?kind=0')

  const support = newPerson()
  const other = await openPage({ viewport: PHONE })
  await register(other, support)
  await runSql("UPDATE members SET role = 'SUPPORT' WHERE login_id = $1", [support.id])
  await logIn(other, support)
  await open(other, '/admin/legal-limits')
  await waitForText(other, '관리자와 대표만 볼 수 있어요.')
  await expectGoodPage(other)
})

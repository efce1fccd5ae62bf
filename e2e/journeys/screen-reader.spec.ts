import { afterAll, beforeAll, inject } from 'vitest'
import { newPerson, owner, register } from '../support/app.ts'
import { test } from '../support/fixtures.ts'
import { startScreenReader } from '../support/screen-reader.ts'
import { findServiceIdWhere } from '../support/shop-data.ts'

const { databaseUrl, authSecret } = inject('shop')
Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })
let expectBooksBalance: () => Promise<void>

beforeAll(async () => {
  ;({ expectBooksBalance } = await import('#lib/books/testing/expect-books-balance.ts'))
})
afterAll(() => expectBooksBalance())

test('by names and announcements alone a member signs up, tops up, orders, follows and asks, and staff approve and finish', {
  timeout: 180_000,
}, async ({ page, openPage }) => {
  const { id, password } = newPerson()
  const serviceId = await findServiceIdWhere(
    `s.type = 'Default' AND s.provider_id IS NULL AND NOT s.is_read_only AND s.unit_price = 330000 AND s.min <= 1000`,
  )
  const staffPage = await openPage()
  const [member, staff] = [await startScreenReader(page), await startScreenReader(staffPage)]
  /**
   * Pretends that the person comes back to the window, for example from the bank's app: the page then looks for changes
   * at once.
   */
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  await member.open('/register', /^회원가입/)
  await member.type('아이디', id)
  await member.type('비밀번호', password)
  await member.type('비밀번호 확인', password)
  await member.type('이메일', `${id}@example.com`)
  await member.press('field', '가입경로', /가입경로 \(\S+/, 'ArrowDown')
  await member.press('field', '약관 동의', /checked=true/, 'Space')
  await member.press('button', '회원가입', /회원가입에 성공했습니다/)
  await member.type('비밀번호', password)
  await member.press('button', '로그인', /^주문하기/)

  await member.type('상품 검색', String(serviceId))
  await member.expectAnnounced(/상품 \d+개를 찾았어요/)
  await member.press('field', '상품 검색', /textbox 링크/)
  await member.type('링크', 'https://www.instagram.com/heard.only/')
  await member.type('수량', '1000')
  await member.expectAnnounced(/포인트가 부족합니다\. 3,300원 충전하고 주문하기/)
  await member.press('link', '3,300원 충전하고 주문하기', /heading 잔액충전|^잔액충전/)
  await member.press('button', '+1만원', /충전금액 13,300원/)
  await member.type('입금자명', id)
  await member.press('button', '충전하기', /heading 입금을 기다리고 있어요/)
  await member.readOnTo('13,300원')

  await staff.open('/login', /^로그인/)
  await staff.type('아이디', owner.id)
  await staff.type('비밀번호', owner.password)
  await staff.press('button', '로그인', /^주문하기/)
  await staff.press('link', '운영 콘솔', /대시보드/)
  await staff.press('link', /^충전( [\d+]+)?$/, /충전/)
  await staff.type('회원, 입금자명, 금액, 번호', `${id}x`)
  await staff.press('field', '회원, 입금자명, 금액, 번호', /찾는 충전 요청이 없어요/)
  await staff.type('회원, 입금자명, 금액, 번호', id)
  await staff.press('field', '회원, 입금자명, 금액, 번호', new RegExp(`link ${id}`))
  await staff.press('button', /^승인/, /13,300원을 승인할게요.*Z를 누르면 되돌려요/)
  await staff.expectAnnounced(/승인했어요/)

  await comeBack()
  await member.expectAnnounced(/충전이 완료됐어요/)
  await member.press('button', '주문하기', /region 주문 완료/)
  await member.press('link', '내역 보기', /주문내역/)
  await member.readOnTo('주문접수')

  await staff.press('link', /^주문( [\d+]+)?$/, /주문/)
  await staff.type(/회원/, id)
  await staff.press('field', /회원/, /link \d+$/)
  await staff.press('field', '완료', /radio 완료.*checked=true/, 'Space')
  await staff.press('button', /상태 바꾸기$/, /완료/)

  await comeBack()
  await member.expectAnnounced(/^주문 \d+번 완료$/)
  await member.press('button', /^주문번호 \d+ 진행 과정$/, /dialog 주문 \d+번/)
  await member.press('link', '문의하기', /1:1 문의/)
  await member.type('문의 내용', '언제 시작하나요?')
  await member.press('button', '문의하기', /문의를 보냈어요/)
  await member.press('link', '로그아웃', /포인트샵/)
})

test('an answer that a form shows in its place is announced', async ({ page }) => {
  const person = newPerson()
  await register(page, person)
  const visitor = await startScreenReader(page)
  await visitor.open('/find-id', /^아이디 찾기/)
  await visitor.type('이메일', `${person.id}@example.com`)
  await visitor.press('button', '아이디 찾기', new RegExp(`회원님의 아이디는 ${person.id} 입니다`))
})

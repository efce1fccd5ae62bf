import { expect } from 'vitest'
import { logIn, open, owner, waitForText } from '../support/app.ts'
import { offline, online } from '../support/faults.ts'
import { test } from '../support/fixtures.ts'
import { runSql } from '../support/shop-data.ts'

// Pages that stand open while something else happens.

test('without a connection a page stays, with what is typed in it, and goes on when the connection is back', async ({
  page,
}) => {
  await logIn(page, owner)
  await open(page, '/admin/members?q=member')
  await page.getByRole('cell', { name: 'member', exact: true }).first().click()
  await page.getByRole('button', { name: /^메모/ }).click()
  const memo = page.getByLabel('운영 메모', { exact: true })
  const before = await memo.inputValue()
  await memo.fill('전화로 확인했어요.')
  await offline(page)
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await waitForText(page, '인터넷 연결이 끊겼어요.')
  await page.waitForTimeout(1_500)
  expect(await memo.inputValue()).toBe('전화로 확인했어요.')
  await online(page)
  await page.getByText('인터넷 연결이 끊겼어요.').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await memo.waitFor({ state: 'hidden' })
  await page.getByText('전화로 확인했어요.').first().waitFor()
  await runSql("UPDATE members SET memo = $1 WHERE login_id = 'member'", [before])
})

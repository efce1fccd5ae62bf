import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { logIn, open, owner } from '../support/app.ts'
import { expectGoodPage, test } from '../support/fixtures.ts'
import { type OtherShop, openOtherShop } from '../support/other-shop.ts'

/** Runs scripts/books.ts, as `npm run books` does, for a shop. Returns its output and exit status. */
function runBooksCommand({ env, databaseUrl }: OtherShop, ...args: string[]) {
  const root = join(import.meta.dirname, '../..')
  const script = ['--disable-warning=ExperimentalWarning', join(root, 'scripts/books.ts'), ...args]
  const given = { ...process.env, ...env, DATABASE_URL: databaseUrl }
  const { status, stdout } = spawnSync(process.execPath, script, { cwd: root, env: given, encoding: 'utf8' })
  return { status, said: stdout }
}

/** Runs a statement without triggers, to change append-only rows. Only a superuser of the database can do that. */
const tamper = (shop: OtherShop, statement: string) =>
  shop.sql(`DO $$ BEGIN SET LOCAL session_replication_role = replica; ${statement}; END $$`)

/**
 * Seals all ledger entries and audit rows, including those that the worker would still leave unsealed because they are
 * too recent.
 */
async function sealAll(shop: OtherShop): Promise<void> {
  Object.assign(process.env, { DATABASE_URL: shop.databaseUrl, AUTH_SECRET: shop.env.AUTH_SECRET })
  const [{ sealBooks }, { openDatabase }] = await Promise.all([
    import('#lib/books/seal-books.ts'),
    import('#lib/core/db.ts'),
  ])
  const db = openDatabase(shop.databaseUrl, 1)
  expect(await sealBooks(db, -1)).not.toBe('SPOILED')
  await db.end()
}

async function checkBooks(page: Page): Promise<void> {
  await open(page, '/admin/books')
  const before = await page.getByRole('main').getByRole('paragraph').first().textContent()
  await page.getByRole('button', { name: '지금 확인' }).click()
  await expect
    .poll(() => page.getByRole('main').getByRole('paragraph').first().textContent(), { timeout: 20_000 })
    .not.toBe(before)
  await page.getByRole('button', { name: '지금 확인' }).waitFor()
}

test('a tampered audit row, a tampered ledger row and a made-up reward are shown by 정산 and by the command', {
  timeout: 180_000,
}, async ({ openPage }) => {
  const shop = await openOtherShop(`tampered_${Date.now()}`, {})
  try {
    const page = await openPage({ url: shop.url })
    await logIn(page, owner)
    await checkBooks(page)
    await page.getByText('모두 맞아요.').waitFor()
    await expectGoodPage(page)
    await sealAll(shop)
    const sound = runBooksCommand(shop)
    expect(sound).toMatchObject({ status: 0, said: expect.stringMatching(/✓ audit trail: (\d+) rows, \1 sealed/) })
    const head = /head (\S+)/.exec(sound.said)?.[1] ?? ''
    expect(runBooksCommand(shop, head).status).toBe(0)

    await tamper(shop, "UPDATE audit_entries SET address = '203.0.113.66' WHERE id = 1")
    await tamper(
      shop,
      "UPDATE point_entries SET reason = 'nothing to see' WHERE id = (SELECT min(id) FROM point_entries)",
    )
    await tamper(
      shop,
      'UPDATE balances SET point = point + 100 WHERE member_id = (SELECT max(member_id) FROM balances)',
    )
    await tamper(
      shop,
      `INSERT INTO referral_rewards (charge_id, member_id, referrer_id, reward, paid, state, settled_at)
       SELECT coalesce(min(id), 1), 1, 2, 100, 100, 'PAID', now() FROM charges`,
    )
    await checkBooks(page)
    await page.getByText('어긋난 곳이 있어요.').waitFor()
    for (const title of ['감사 기록 변조 검사', '원장 변조 검사', '잔액', '추천 적립']) {
      const card = page.getByRole('region', { name: title, exact: true })
      await card.getByText('어긋남 1건').waitFor()
      expect(await card.getByRole('row').count()).toBe(2)
    }
    await page.getByRole('region', { name: '주문', exact: true }).getByText('맞음').waitFor()
    await expectGoodPage(page)

    const spoiled = runBooksCommand(shop, head)
    expect(spoiled.status).toBe(1)
    for (const line of [
      'audit row 1, place 1: CHANGED',
      /ledger row \d+: CHANGED/,
      /✗ balances: \d+/,
      /✗ rewards: \d+/,
    ])
      expect(spoiled.said).toMatch(line)
  } finally {
    await shop.stop()
  }
})

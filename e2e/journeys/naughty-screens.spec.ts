import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, inject } from 'vitest'
import { viewers } from '../support/all-screens.ts'
import { test } from '../support/fixtures.ts'
import type { Cast } from '../support/lifelike.ts'
import { watchScripts } from '../support/scripts.ts'
import { runSql } from '../support/shop-data.ts'

// `npm run prove -- naughty-screens`: writes the strings of naughty-strings.txt that would run a script into each text
// of the shop that a person types, and then opens every screen. This changes the whole shop. Therefore `npm test`,
// whose journeys share the shop, opens only five screens instead (naughty-strings.spec.ts).
const isFullRun = process.env.PROOF_SCREENS === 'naughty'

const { databaseUrl, authSecret } = inject('shop')
if (isFullRun) Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })

const scripts = (await readFile('tests/calls/naughty-strings.txt', 'utf8'))
  .split('\n')
  .filter((line) => !line.startsWith('#') && /[<>]|javascript:|onerror|on\w+=/i.test(line))

/** Names of columns whose texts people type or providers and banks send. */
const typedColumns =
  'name reason error text link note answer title memo fault email body why subject address query message notice phone content category alt account bank label question suggestion url to'

/**
 * Writes strings that would run a script into each text column with one of these names, a different string into each
 * row. Returns the changed columns.
 */
async function writeEverywhere(): Promise<string[]> {
  const columns = await runSql<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'text' AND c.column_name = ANY ($1)
       AND c.table_name NOT IN ('_prisma_migrations', 'settings', 'cache_versions') ORDER BY 1, 2`,
    [typedColumns.split(' ')],
  )
  const written: string[] = []
  for (const { table, column } of columns) {
    // A column that accepts only certain texts stays unchanged.
    const rows = await runSql(
      `WITH numbered AS (SELECT ctid AS place, row_number() OVER () AS nth FROM "${table}" WHERE "${column}" <> '')
       UPDATE "${table}" SET "${column}" = ($1::text[])[1 + nth % $2] || CASE WHEN $3 THEN ' ' || nth ELSE '' END FROM numbered WHERE ctid = place RETURNING 1`,
      [scripts, scripts.length, column === 'email' || column === 'phone' || column === 'name'],
    ).catch(() => [])
    if (rows.length > 0) written.push(`${table}.${column}`)
  }
  // Makes all processes discard what they have cached.
  await runSql('UPDATE cache_versions SET version = version + 1')
  return written
}

test.runIf(isFullRun)(
  'no script of the big list of naughty strings runs on any screen, and none fails',
  { timeout: 1_800_000 },
  async ({ openPage }) => {
    const { fillShop } = await import('../support/lifelike.ts')
    const cast: Cast = await fillShop()
    const entered: { who: string; page: Page }[] = []
    const ran: string[] = []
    for (const viewer of viewers) {
      const page = await openPage()
      await watchScripts(page, ran)
      await viewer.enter(page, cast)
      entered.push({ who: viewer.who, page })
    }
    const written = await writeEverywhere()
    console.log(`${scripts.length} strings written into ${written.length} columns: ${written.join(' ')}`)
    expect(written.length).toBeGreaterThan(40)
    const failed: string[] = []
    let opened = 0
    let shown = 0
    for (const { screens, who } of viewers) {
      const { page } = entered.find((each) => each.who === who) ?? {}
      if (!page) throw new Error(`${who} has no page`)
      const paths = screens.map(({ path }) => (typeof path === 'string' ? path : path(cast)))
      // Leaves out the page that doesn't exist, because its status 404 would count as a fault.
      for (const path of new Set(paths.filter((each) => !each.startsWith('/_next/')))) {
        const response = await page.goto(new URL(path, inject('shop').url).href, { waitUntil: 'networkidle' })
        opened += 1
        if ((response?.status() ?? 599) >= 500) failed.push(`${who} ${path}: ${response?.status()}`)
        const text = (await page.locator('body').textContent()) ?? ''
        if (scripts.some((each) => text.includes(each))) shown += 1
      }
    }
    console.log(`${opened} screens opened, ${shown} of them show one of the strings`)
    expect({ ran, failed }).toEqual({ ran: [], failed: [] })
    expect(shown).toBeGreaterThan(opened / 4)
  },
)

/** `npm run screenshots`: every screen at 360 and 1280, light and dark, with lifelike data, into .data/screenshots. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { type Screen, showScreen, viewers } from '#e2e/all-screens.ts'
import { wearTheme } from '#e2e/app.ts'
import type { Cast } from '#e2e/lifelike.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { freePort, removePostgres, testSettings } from './postgres.ts'
import { type Shop, startShop } from './shop.ts'

const target = join(import.meta.dirname, '../.data/screenshots')
const themes = ['light', 'dark'] as const
const phone =
  'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36'
const looks = [
  { width: 360, height: 780, isMobile: true, hasTouch: true, deviceScaleFactor: 1.5, userAgent: phone },
  { width: 1280, height: 900 },
]

type Shot = { page: Page; who: string; screen: Screen; cast: Cast; look: (typeof looks)[number] }

/** The whole page as one tall viewport, so that what floats stands where its end is. */
async function shoot({ page, who, screen, cast, look: { width, height } }: Shot): Promise<void> {
  await page.setViewportSize({ width, height })
  await showScreen(page, screen, cast)
  const tall = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, tall) })
  for (const theme of themes) {
    await wearTheme(page, theme)
    await page.screenshot({ path: join(target, `${who}-${screen.name}-${width}-${theme}.png`) })
  }
}

async function shootAll(browser: Browser, { url }: Shop, cast: Cast, only: RegExp): Promise<void> {
  for (const look of looks)
    for (const { who, enter, screens } of viewers) {
      const wanted = screens.filter(({ name }) => only.test(`${who}-${name}`))
      if (wanted.length === 0) continue
      const { width, height, ...device } = look
      const viewport = { width, height }
      const place = { baseURL: url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' }
      const context = await browser.newContext({ ...device, ...place, viewport })
      context.setDefaultTimeout(15_000)
      const page = await context.newPage()
      await enter(page, cast)
      for (const screen of wanted) await shoot({ page, who, screen, cast, look })
      await context.close()
    }
}

const only = new RegExp(process.argv[2] ?? '')
const folder = mkdtempSync(join(tmpdir(), 'screenshots-'))
mkdirSync(target, { recursive: true })
const shop = await startShop({ folder, port: await freePort(), postgresSettings: testSettings })
const { DATABASE_URL, AUTH_SECRET } = shop.env
Object.assign(process.env, { DATABASE_URL, AUTH_SECRET })
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
try {
  // What it is made of reads the environment as soon as it is imported.
  const { fillShop } = await import('#e2e/lifelike.ts')
  await shootAll(browser, shop, await fillShop(), only)
} finally {
  await browser.close()
  await shop.stop()
  removePostgres(join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)

/**
 * `npm run screenshots [-- <beginning of a name or path> …]`: draws screens at widths 360 and 1280, light and dark,
 * with realistic data, into .data/screenshots. An interrupted run is resumed by starting it again with the same
 * arguments and sources.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { showScreen, viewers } from '#e2e/support/all-screens.ts'
import { switchTheme } from '#e2e/support/app.ts'
import type { Cast } from '#e2e/support/lifelike.ts'
import type { Screen, Viewer } from '#e2e/support/screen.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { findFreePort, removePostgres, testPostgresSettings } from './postgres.ts'
import { screenName, selectScreens } from './select-screens.ts'
import { startShop } from './shop.ts'
import { computeSourceKey } from './source-key.ts'

const targetFolder = join(import.meta.dirname, '../.data/screenshots')
const themes = ['light', 'dark'] as const
const PHONE_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36'
/** The two devices for which screens are drawn: a phone and a desktop. */
const looks = [
  { width: 360, height: 780, isMobile: true, hasTouch: true, deviceScaleFactor: 1.5, userAgent: PHONE_USER_AGENT },
  { width: 1280, height: 900 },
]
type Look = (typeof looks)[number]

/** Time-out of one step of a page in milliseconds, long enough for a busy machine. */
const PAGE_TIMEOUT_MS = 120_000
/** Attempts per screen, each on a new page, before the screen counts as failed. The other screens are drawn anyway. */
const MAX_ATTEMPTS = 3
/** Screens drawn with one browser page before it is replaced by a new one, because the browser's memory fills up. */
const MAX_SCREENS_PER_PAGE = 16

type ScreenToDraw = { page: Page; who: string; screen: Screen; cast: Cast; look: Look }

/** Draws a screen in a viewport as tall as the whole page, so that floating elements are drawn at its end. */
async function drawScreen({ page, who, screen, cast, look: { width, height } }: ScreenToDraw): Promise<void> {
  await page.setViewportSize({ width, height })
  await showScreen(page, screen, cast)
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) })
  for (const theme of themes) {
    await switchTheme(page, theme)
    await page.screenshot({ path: join(targetFolder, `${screenName(who, screen)}-${width}-${theme}.png`) })
  }
}

/**
 * File with the screens drawn so far and the run's sources and arguments, from which an interrupted run is resumed. It
 * is deleted when the run is complete.
 */
const progressFile = join(targetFolder, 'progress.json')
type Progress = { key: string; args: string[]; drawn: string[] }

const sources = ['{app,components,lib,prisma,public,e2e}/**/*', 'scripts/*.ts', '*.{json,ts,mjs}']

function readProgress(args: string[]): Progress {
  const fresh: Progress = { key: computeSourceKey(sources, /lib\/core\/generated|tsbuildinfo/), args: args, drawn: [] }
  if (!existsSync(progressFile)) return fresh
  const last = JSON.parse(readFileSync(progressFile, 'utf8')) as Progress
  const isSame = last.key === fresh.key && last.args.join(' ') === args.join(' ')
  if (isSame) console.log(`Going on after ${last.drawn.length} screens of the run that was stopped.`)
  return isSame ? last : fresh
}

type Run = { browser: () => Promise<Browser>; url: string; cast: Cast; progress: Progress; failed: string[] }

async function openShop({ browser, url, cast }: Run, { enter }: Viewer, look: Look): Promise<Page> {
  const { width, height, ...device } = look
  const place = { baseURL: url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' }
  const context = await (await browser()).newContext({ ...device, ...place, viewport: { width, height } })
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  const page = await context.newPage()
  await enter(page, cast)
  return page
}

const closePage = async (page: Page | undefined) =>
  page
    ?.context()
    .close()
    .catch(() => undefined)

/** Draws one viewer's screens at one size. Tries a screen that fails again on a new page. */
async function drawScreens(run: Run, viewer: Viewer, look: Look): Promise<void> {
  const { who } = viewer
  const { drawn } = run.progress
  let page: Page | undefined
  let screensOnPage = 0
  for (const screen of viewer.screens) {
    const name = `${screenName(who, screen)}-${look.width}`
    if (drawn.includes(name)) continue
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && !drawn.includes(name); attempt++) {
      try {
        if (screensOnPage++ % MAX_SCREENS_PER_PAGE === 0 || !page) {
          await closePage(page)
          page = await openShop(run, viewer, look)
        }
        await drawScreen({ page, who, screen, cast: run.cast, look })
        drawn.push(name)
        writeFileSync(progressFile, JSON.stringify(run.progress))
      } catch (error) {
        console.log(`${name}, try ${attempt} of ${MAX_ATTEMPTS}: ${error instanceof Error ? error.message : error}`)
        if (attempt === MAX_ATTEMPTS) run.failed.push(name)
        await closePage(page)
        page = undefined
      }
    }
  }
  await closePage(page)
}

/** Starts the browser when it is first needed, and again after it has crashed. */
function reusedBrowser(executablePath: string): { open: () => Promise<Browser>; close: () => Promise<void> } {
  let browser: Browser | undefined
  return {
    open: async () => {
      if (!browser?.isConnected())
        browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: PAGE_TIMEOUT_MS })
      return browser
    },
    close: async () => browser?.close(),
  }
}

const args = process.argv.slice(2)
const selectedViewers = selectScreens(viewers, args)
if (selectedViewers.length === 0) {
  const names = viewers.flatMap(({ who, screens }) => screens.map((screen) => screenName(who, screen)))
  console.error(`No screen begins with ${args.join(' or ')}. There are:\n${names.join('\n')}`)
  process.exit(1)
}
mkdirSync(targetFolder, { recursive: true })
const progress = readProgress(args)
const failed: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'screenshots-'))
const shop = await startShop({ folder, port: await findFreePort(), postgresSettings: testPostgresSettings })
const { DATABASE_URL, AUTH_SECRET } = shop.env
// Logging is off, because the database stops before the connection pool, which would log that as an error.
Object.assign(process.env, { DATABASE_URL, AUTH_SECRET, LOG_LEVEL: 'silent' })
const browser = reusedBrowser(await ensureBrowser())
try {
  // This module is imported only now, because it reads the environment when it is loaded.
  const { fillShop } = await import('#e2e/support/lifelike.ts')
  const run: Run = { browser: browser.open, url: shop.url, cast: await fillShop(), progress, failed }
  for (const look of looks) for (const viewer of selectedViewers) await drawScreens(run, viewer, look)
  // If screens failed, the file stays, so that the next run draws only the missing screens.
  if (failed.length === 0) rmSync(progressFile, { force: true })
} finally {
  await browser.close()
  await shop.stop()
  removePostgres(join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}
for (const name of failed) console.error(`✗ ${name}`)
console.log(`${progress.drawn.length} screens drawn, ${failed.length} failed`)
process.exit(failed.length > 0 ? 1 : 0)

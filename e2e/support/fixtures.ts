import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, test as base, expect, inject } from 'vitest'
import { switchTheme, themeOf } from './app.ts'
import { launchBrowser } from './browser.ts'
import { collectPageFaults } from './faults.ts'
import { pendingRequests } from './settled.ts'

export const PHONE = { width: 360, height: 780 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1280, height: 900 }

/** Cookies and local storage of a browser context, with which another context can be opened signed in likewise. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

type Look = {
  /** Address of another shop than the one that all journeys share. */
  url?: string
  viewport?: { width: number; height: number }
  /** Cookies and local storage of another page, which is signed in. */
  storageState?: StorageState
  theme?: 'light' | 'dark'
  /** True if the page's service worker shall run; Playwright then doesn't see the requests of pages. */
  serviceWorker?: boolean
}

/** Opens a page in a new browser context, as another person or on another device would. */
export type OpenPage = (look?: Look) => Promise<Page>

async function openPage(browser: Browser, faults: string[], contexts: BrowserContext[], look: Look): Promise<Page> {
  const viewport = look.viewport ?? DESKTOP
  const isPhone = viewport.width < 600
  const context = await browser.newContext({
    baseURL: look.url ?? inject('shop').url,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport,
    colorScheme: look.theme ?? 'light',
    storageState: look.storageState,
    isMobile: isPhone,
    hasTouch: isPhone,
    serviceWorkers: look.serviceWorker ? 'allow' : 'block',
  })
  contexts.push(context)
  context.setDefaultTimeout(15_000)
  // Windows and tabs that a page opens are checked for faults too.
  context.on('page', (page) => {
    collectPageFaults(page, faults)
    pendingRequests(page)
  })
  return context.newPage()
}

let browser: Promise<Browser> | undefined

afterAll(async () => (await browser)?.close())

/**
 * Playwright's `test` with one browser per file and a new page per test; a fault on any of its pages fails the test.
 */
export const test = base.extend<{ openPage: OpenPage; page: Page }>({
  openPage: async ({ task }, use) => {
    browser ??= launchBrowser()
    const faults: string[] = []
    const contexts: BrowserContext[] = []
    const launched = await browser
    await use((look = {}) => openPage(launched, faults, contexts, look))
    for (const context of contexts) await context.close()
    expect(faults.join('\n'), task.name).toBe('')
  },
  page: async ({ openPage: open }, use) => use(await open()),
})

type AxeRule = { id: string; impact?: string }

/** axe's rules about colours: only their results can change with the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Waits until all finite animations have ended: axe would measure the colours of elements that are still fading. */
function animationsEnd(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/**
 * Violations that axe finds on the page in its present state. axe's own builder isn't used: it opens a tab for each
 * run and also reports all elements that pass, which takes five times as long.
 */
async function violationsOf(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe.source)
  return page.evaluate(async (given) => {
    const { axe: here } = window as unknown as { axe: typeof axe & { _audit?: { rules: AxeRule[] } } }
    // Rules whose violations are at most moderate are left out, a third of them: `expectGoodPage` ignores what they find.
    const mild = here._audit?.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate') ?? []
    const off = Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }]))
    return (await here.run(document, given.runOnly ? given : { ...given, rules: off })).violations
  }, options)
}

/**
 * Expects that axe finds no serious violation and that the page doesn't scroll horizontally. `colours` checks only the
 * rules that depend on the theme.
 */
export async function expectGoodPage(page: Page, { colours = false } = {}): Promise<void> {
  await animationsEnd(page)
  // The title of a page that was navigated to may be streamed after its content. A page without one fails in axe below.
  await page.waitForFunction(() => document.title !== '', undefined, { timeout: 5_000 }).catch(() => {})
  const violations = await violationsOf(page, {
    resultTypes: ['violations'],
    // Without 'cssom': only a rule that isn't enabled needs axe's copy of the style sheets.
    preload: { assets: ['media'] },
    ...(colours && { runOnly: { type: 'rule', values: colourRules } }),
  })
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  // As one text, so that the first line of the failure says what was found.
  expect(found.join('\n'), page.url()).toBe('')
  await expectNoSidewaysScroll(page)
}

/** Expects that the page isn't wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, `${page.url()} scrolls sideways`).toBe(0)
}

/**
 * Calls `expectGoodPage` at these window sizes, in both themes; changes the theme once per size, beginning with the
 * present one.
 */
export async function expectGoodLooks(
  page: Page,
  viewports: readonly { width: number; height: number }[],
): Promise<void> {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport)
    const present = await themeOf(page)
    await switchTheme(page, present)
    await expectGoodPage(page)
    await switchTheme(page, present === 'light' ? 'dark' : 'light')
    await expectGoodPage(page, { colours: true })
  }
}

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

/** Cookies and local storage of a browser context. Another context opened with them is in the same session. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

type PageOptions = {
  /** Address of the shop; by default the one that all journeys share. */
  url?: string
  viewport?: { width: number; height: number }
  /** Cookies and local storage of a signed-in page. With them the new page is signed in as the same person. */
  storageState?: StorageState
  theme?: 'light' | 'dark'
  /** True to let the page's service worker run; Playwright then doesn't see the requests that it handles. */
  serviceWorker?: boolean
}

/** Opens a page in a new browser context, as another person or on another device would. */
export type OpenPage = (options?: PageOptions) => Promise<Page>

async function openPage(
  browser: Browser,
  faults: string[],
  contexts: BrowserContext[],
  options: PageOptions,
): Promise<Page> {
  const viewport = options.viewport ?? DESKTOP
  const isPhone = viewport.width < 600
  const context = await browser.newContext({
    baseURL: options.url ?? inject('shop').url,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport,
    colorScheme: options.theme ?? 'light',
    storageState: options.storageState,
    isMobile: isPhone,
    hasTouch: isPhone,
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
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
    await use((options = {}) => openPage(launched, faults, contexts, options))
    for (const context of contexts) await context.close()
    expect(faults.join('\n'), task.name).toBe('')
  },
  page: async ({ openPage: open }, use) => use(await open()),
})

type AxeRule = { id: string; impact?: string }

/** axe's rules about colours, the only ones whose results can change with the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Waits until all finite animations have ended, because axe would measure the colours of elements that are still
 * fading.
 */
function waitForAnimations(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
}

/**
 * Violations that axe finds on the page in its present state. AxeBuilder of @axe-core/playwright isn't used: it opens a
 * tab for each run and also reports all passing elements, which takes five times as long.
 */
async function violationsOf(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(async (requested) => {
    const { axe: loadedAxe } = window as unknown as { axe: typeof axe & { _audit?: { rules: AxeRule[] } } }
    // Switches off the rules whose violations are at most moderate, a third of all rules, because `expectGoodPage`
    // ignores these violations.
    const mild = loadedAxe._audit?.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate') ?? []
    const off = Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }]))
    return (await loadedAxe.run(document, requested.runOnly ? requested : { ...requested, rules: off })).violations
  }, options)
}

/**
 * Expects that axe finds no serious violation and that the page doesn't scroll horizontally. With `colours`, axe checks
 * only the rules that depend on the theme.
 */
export async function expectGoodPage(page: Page, { colours = false } = {}): Promise<void> {
  await waitForAnimations(page)
  // Waits for the title, because the title of a page that was navigated to may be streamed after its content. If the
  // title never comes, axe reports the missing title below.
  await page.waitForFunction(() => document.title !== '', undefined, { timeout: 15_000 }).catch(() => {})
  const violations = await violationsOf(page, {
    resultTypes: ['violations'],
    // Leaves out 'cssom', axe's copy of the style sheets: only a rule that isn't enabled needs it.
    preload: { assets: ['media'] },
    ...(colours && { runOnly: { type: 'rule', values: colourRules } }),
  })
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  // Compares a single text, so that the first line of the failure says what axe found.
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
 * Calls `expectGoodPage` at each window size in both themes; in the second theme it checks only the colours. At each
 * size, begins with the theme that the page already has, so that the theme changes only once per size.
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

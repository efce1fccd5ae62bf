import type { Page, Request } from 'playwright'

const pendingByPage = new WeakMap<Page, Set<Request>>()

/** The page's requests that haven't been answered yet. The first call for a page starts to record its requests. */
export function pendingRequests(page: Page): Set<Request> {
  const known = pendingByPage.get(page)
  if (known) return known
  const pending = new Set<Request>()
  pendingByPage.set(page, pending)
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

/** Resolves when the page is hydrated and the browser is idle, so that all changes so far are rendered. */
async function waitForIdle(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })))
}

const SETTLES_WITHIN_MS = 30_000

/**
 * Waits until React has hydrated the page, all its requests are answered and the answers are rendered. Playwright's
 * `networkidle` isn't used: it takes at least half a second more and doesn't wait for hydration.
 * @throws Error if that takes longer than SETTLES_WITHIN_MS
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  const pending = pendingRequests(page)
  for (const deadline = Date.now() + SETTLES_WITHIN_MS; Date.now() < deadline; ) {
    const wasQuiet = pending.size === 0
    // If the browser navigates to another page in the meantime, waits for that page.
    const stayed = await waitForIdle(page).then(
      () => true,
      () => page.waitForLoadState().then(() => false),
    )
    if (stayed && wasQuiet && pending.size === 0) return
  }
  throw new Error(`${page.url()} did not settle: ${[...pending].map((request) => request.url()).join(', ')}`)
}

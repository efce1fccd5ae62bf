import type { ConsoleMessage, Page, Request, Response } from 'playwright'

/** Pages whose connection a test has cut. Their failed requests don't fail the test. */
const offlinePages = new WeakSet<Page>()

/** By page, the paths of calls and pages that a test makes fail on purpose. Their failures don't fail the test. */
const faultyPaths = new WeakMap<Page, Set<string>>()

/**
 * True if the URL is that of a shop or of a stand-in for an outside service. A test's browser can reach nothing else.
 */
const isOwnUrl = (url: string): boolean => url.startsWith('http://127.0.0.1:')

const pathOf = (url: string): string => new URL(url).pathname

const isFaultyOnPurpose = (page: Page, url: string): boolean => faultyPaths.get(page)?.has(pathOf(url)) ?? false

const isCall = (url: string): boolean => /^\/(auth|service|api\/admin)\//.test(pathOf(url))

/**
 * True for a response that fails the test: a call's status from 500, and the status of a page, script or picture from
 * 400. A call may be refused with 4xx.
 */
const isFault = (response: Response): boolean => response.status() >= (isCall(response.url()) ? 500 : 400)

/** True for a request that Chromium aborted because its page was left. */
const wasDropped = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED'

/**
 * True for a console message about a failed request. The message is ignored, because the events of the request report
 * the failure in more detail.
 */
const isAboutRequest = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource') && isOwnUrl(message.location().url)

/** Appends the faults of a page to `faults`: console errors, uncaught exceptions and failed requests to the shop. */
export function collectPageFaults(page: Page, faults: string[]): void {
  const isWatched = (url: string) => isOwnUrl(url) && !isFaultyOnPurpose(page, url) && !offlinePages.has(page)
  page.on('console', (message) => {
    if (
      message.type() !== 'error' ||
      offlinePages.has(page) ||
      isAboutRequest(message) ||
      isFaultyOnPurpose(page, page.url())
    )
      return
    faults.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`${page.url()} ${error}`))
  page.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {}
    if (isWatched(request.url()) && !wasDropped(request)) faults.push(`${request.url()} ${errorText}`)
  })
  page.on('response', (response) => {
    if (isWatched(response.url()) && isFault(response)) faults.push(`${response.url()} ${response.status()}`)
  })
}

/** Expects faults of the call or page at this path from now on; they don't fail the test. */
export function expectFault(page: Page, path: string): void {
  faultyPaths.set(page, (faultyPaths.get(page) ?? new Set()).add(path))
}

/** Opens an address that is expected to answer with an error. */
export async function openFaulty(page: Page, path: string): Promise<void> {
  expectFault(page, pathOf(new URL(path, 'http://shop').href))
  await page.goto(path)
}

/** Makes a call fail from now on, with a 500 or as if the network were down. */
export async function breakCall(page: Page, path: string, how: 'fault' | 'network'): Promise<void> {
  expectFault(page, path)
  await page.route(`**${path}`, (route) =>
    how === 'network'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: 500, json: { message: 'a secret of the server', code: 'INTERNAL' } }),
  )
}

/**
 * Lets the server answer the next call at this path, but loses the answer: the page gets a 500, as at each later call
 * until `restoreCall`.
 */
export async function loseNextAnswer(page: Page, path: string): Promise<void> {
  await breakCall(page, path, 'fault')
  await page.route(`**${path}`, (route) => route.fetch().then(() => route.fallback()), { times: 1 })
}

/** Replaces the body of the call at this path from now on, to send what the page's form never sends. */
export async function replaceCallBody(page: Page, path: string, body: unknown): Promise<void> {
  await page.route(`**${path}`, (route) => route.continue({ postData: JSON.stringify(body) }))
}

/** Undoes `breakCall`, `loseNextAnswer` or `replaceCallBody` for the call at this path. */
export async function restoreCall(page: Page, path: string): Promise<void> {
  await page.unroute(`**${path}`)
}

/** Cuts the connection of the page's browser. */
export async function goOffline(page: Page): Promise<void> {
  offlinePages.add(page)
  await page.context().setOffline(true)
}

/** Undoes `goOffline`. Requests that fail later fail the test again. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  offlinePages.delete(page)
}

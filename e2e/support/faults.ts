import type { ConsoleMessage, Page, Request, Response } from 'playwright'

/** Paths of calls or pages that a test makes fail on purpose, by page. */
const faultyPaths = new WeakMap<Page, Set<string>>()

/**
 * Whether the URL is that of a shop or of a stand-in for an outside service, the only ones that a test's browser can
 * reach.
 */
const isOurs = (url: string): boolean => url.startsWith('http://127.0.0.1:')

const pathOf = (url: string): string => new URL(url).pathname

const isFaultyOnPurpose = (page: Page, url: string): boolean => faultyPaths.get(page)?.has(pathOf(url)) ?? false

const isCall = (url: string): boolean => /^\/(auth|service|api\/admin)\//.test(pathOf(url))

/** A refused call (4xx) is no fault; a 5xx is one, and so is a missing page, script or picture. */
const isFault = (response: Response): boolean => response.status() >= (isCall(response.url()) ? 500 : 400)

/** Chromium aborts the pending requests of a page when it is left. */
const wasDropped = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED'

/** Whether Chromium logged a failed request, which is reported with more detail by the request's own events. */
const isAboutRequest = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource') && isOurs(message.location().url)

/** Collects faults of a page: console errors, uncaught exceptions and failed requests to the shop. */
export function watch(page: Page, faults: string[]): void {
  const ours = (url: string) => isOurs(url) && !isFaultyOnPurpose(page, url)
  page.on('console', (message) => {
    if (message.type() !== 'error' || isAboutRequest(message) || isFaultyOnPurpose(page, page.url())) return
    faults.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`${page.url()} ${error}`))
  page.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {}
    if (ours(request.url()) && !wasDropped(request)) faults.push(`${request.url()} ${errorText}`)
  })
  page.on('response', (response) => {
    if (ours(response.url()) && isFault(response)) faults.push(`${response.url()} ${response.status()}`)
  })
}

function expectFault(page: Page, path: string): void {
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
 * From now on sends `body` with a call of the page in place of what its form sends, such as a body that no form sends.
 */
export async function replaceCallBody(page: Page, path: string, body: unknown): Promise<void> {
  await page.route(`**${path}`, (route) => route.continue({ postData: JSON.stringify(body) }))
}

/** Undoes `breakCall` or `replaceCallBody` for a call. */
export async function restoreCall(page: Page, path: string): Promise<void> {
  await page.unroute(`**${path}`)
}

import type { ConsoleMessage, Page, Request, Response } from 'playwright'

/** Paths that a page's test made fail on purpose: calls, or the page itself. */
const broken = new WeakMap<Page, Set<string>>()

/** Nothing but shops, and the stand-ins beside them, can be reached from a test's browser. */
const isOurs = (url: string): boolean => url.startsWith('http://127.0.0.1:')

const pathOf = (url: string): string => new URL(url).pathname

const onPurpose = (page: Page, url: string): boolean => broken.get(page)?.has(pathOf(url)) ?? false

const isCall = (url: string): boolean => /^\/(auth|service|api\/admin)\//.test(pathOf(url))

/** A call may be refused; a fault of the server and a page, script or picture that isn't there may never be. */
const isFault = (response: Response): boolean => response.status() >= (isCall(response.url()) ? 500 : 400)

/** Chromium drops what a page that is left had under way. */
const wasDropped = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED'

/** Chromium's own word for a failed request, of which the request itself tells more. */
const ofRequest = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource') && isOurs(message.location().url)

/** Collects what must never happen on a page: errors on its console, errors it throws, requests to the shop that fail. */
export function watch(page: Page, faults: string[]): void {
  const ours = (url: string) => isOurs(url) && !onPurpose(page, url)
  page.on('console', (message) => {
    if (message.type() !== 'error' || ofRequest(message) || onPurpose(page, page.url())) return
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
  broken.set(page, (broken.get(page) ?? new Set()).add(path))
}

/** Visits an address that answers with an error, and may. */
export async function openFaulty(page: Page, path: string): Promise<void> {
  expectFault(page, pathOf(new URL(path, 'http://shop').href))
  await page.goto(path)
}

/** The call fails from now on: the server's fault, or no network. */
export async function breakCall(page: Page, path: string, how: 'fault' | 'network'): Promise<void> {
  expectFault(page, path)
  await page.route(`**${path}`, (route) =>
    how === 'network'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: 500, json: { message: 'a secret of the server', code: 'INTERNAL' } }),
  )
}

/** The call arrives with this body instead of the form's, which could never send it. */
export async function bendCall(page: Page, path: string, body: unknown): Promise<void> {
  await page.route(`**${path}`, (route) => route.continue({ postData: JSON.stringify(body) }))
}

/** The call goes through again. */
export async function mendCall(page: Page, path: string): Promise<void> {
  await page.unroute(`**${path}`)
}

import type { Page } from 'playwright'
import { beforeAll, expect, inject } from 'vitest'
import { showScreen, viewers } from '../support/all-screens.ts'
import { demoMember, logIn, logInByForm, open, waitForBalance } from '../support/app.ts'
import {
  DESKTOP,
  expectGoodLooks,
  expectGoodPage,
  expectNoSidewaysScroll,
  type OpenPage,
  PHONE,
  type StorageState,
  TABLET,
  test,
} from '../support/fixtures.ts'
import type { Cast } from '../support/lifelike.ts'
import type { Viewer } from '../support/screen.ts'
import { waitUntilSettled } from '../support/settled.ts'

// fillShop() calls use cases of lib/ on the shop's database.
const { databaseUrl, authSecret } = inject('shop')
Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })

let cast: Cast

const signedInStorages = new Map<string, Promise<StorageState>>()

/**
 * Cookies and local storage of a signed-in viewer. The viewer signs in once for all visits, and again only if that
 * failed.
 */
function signedInStorage({ who, enter }: Omit<Viewer, 'screens'>, openPage: OpenPage): Promise<StorageState> {
  const signIn = async () => {
    const page = await openPage()
    await enter(page, cast)
    return page.context().storageState()
  }
  const known = signedInStorages.get(who) ?? signIn()
  signedInStorages.set(who, known)
  known.catch(() => signedInStorages.delete(who))
  return known
}

beforeAll(async () => {
  const { fillShop } = await import('../support/lifelike.ts')
  cast = await fillShop()
})

/**
 * How a screen is checked at a window size. 'one theme': by axe in one theme. 'both themes': by axe in both themes, in
 * the second theme only for colours. 'fits': only that the page isn't wider than the window.
 */
type Look = { size: typeof DESKTOP; check: 'one theme' | 'both themes' | 'fits' }

/**
 * With PROOF_LOOKS=all (`npm run prove -- screens`) each screen is checked in full at each size. Without it, each
 * screen is checked in the second theme at one size only, and on a tablet only for its width. That takes half of the
 * time.
 */
const isFullCheck = process.env.PROOF_LOOKS === 'all'

const onPhone: Look = { size: PHONE, check: isFullCheck ? 'both themes' : 'one theme' }
const onTablet: Look = { size: TABLET, check: isFullCheck ? 'both themes' : 'fits' }
const onDesktop: Look = { size: DESKTOP, check: 'both themes' }

async function expectGood(page: Page, { size, check }: Look): Promise<void> {
  if (check === 'both themes') return expectGoodLooks(page, [size])
  await page.setViewportSize(size)
  await (check === 'fits' ? expectNoSidewaysScroll(page) : expectGoodPage(page))
}

/** One test: some screens of a viewer at these window sizes. `at` names the devices in the test's title. */
type Visit = Viewer & { looks: Look[]; at: string }

/** Maximum number of screens shown in one browser page: more would fill the browser's memory. */
const SCREENS_PER_VISIT = 16

/**
 * Distributes the screens of the console over visits on a phone, a tablet and a desktop:
 *
 * - Pages as they open: on all three; one visit checks tablet and desktop.
 * - States made by `show`, except those named '-row': on a desktop; with PROOF_LOOKS=all also on a tablet.
 * - States named '-row', with the detail of a row: on a tablet only, because on a desktop a list shows the detail of
 *   its first row from the start.
 */
function consoleVisits({ screens, ...viewer }: Viewer): Visit[] {
  const pages = screens.filter(({ show }) => !show)
  const states = screens.filter(({ show }) => show)
  const rows = states.filter(({ name }) => name.endsWith('-row'))
  const others = states.filter(({ name }) => !name.endsWith('-row'))
  const bothThemes: Look = { size: TABLET, check: 'both themes' }
  return [
    { ...viewer, screens: pages, looks: [onPhone], at: 'a phone' },
    { ...viewer, screens: pages, looks: [onTablet, onDesktop], at: 'a tablet and a desktop' },
    { ...viewer, screens: isFullCheck ? states : rows, looks: [bothThemes], at: 'a tablet' },
    { ...viewer, screens: others, looks: [onDesktop], at: 'a desktop' },
  ]
}

const shopVisits = (viewer: Viewer): Visit[] => [
  { ...viewer, looks: [onPhone, onTablet], at: 'a phone and a tablet' },
  { ...viewer, looks: [onDesktop], at: 'a desktop' },
]

function splitVisit({ screens, ...visit }: Visit): (Visit & { part: number })[] {
  const parts = Array.from({ length: Math.ceil(screens.length / SCREENS_PER_VISIT) }, (_, part) => part)
  return parts.map((part) => ({
    ...visit,
    part,
    screens: screens.slice(part * SCREENS_PER_VISIT, (part + 1) * SCREENS_PER_VISIT),
  }))
}

const allVisits = viewers.flatMap((viewer) => (viewer.who === 'owner' ? consoleVisits(viewer) : shopVisits(viewer)))

test.concurrent.for(allVisits.flatMap(splitVisit))(
  'every screen of a $who is accessible and fits, on $at ($part)',
  { timeout: 240_000 },
  async ({ screens, looks, ...viewer }, { openPage }) => {
    const page = await openPage({ viewport: looks[0]?.size, storageState: await signedInStorage(viewer, openPage) })
    for (const screen of screens) {
      await showScreen(page, screen, cast)
      for (const look of looks) await expectGood(page, look)
    }
  },
)

test('whoever may not see a screen is sent to the order screen, signed out to the login there', async ({
  page,
  openPage,
}) => {
  for (const [path, location] of [
    ['/', '/order'],
    ['/nowhere', '/order'],
    ['/point', '/order?next=%2Fpoint'],
    ['/account', '/order?next=%2Faccount'],
    ['/order-history?status=2', '/order?next=%2Forder-history%3Fstatus%3D2'],
    ['/auto-order-history', '/order?next=%2Fauto-order-history'],
    ['/admin', '/order?next=%2Fadmin'],
    ['/admin/charges', '/order?next=%2Fadmin%2Fcharges'],
    ['/admin/orders?q=7', '/order?next=%2Fadmin%2Forders%3Fq%3D7'],
  ] as const) {
    const answer = await page.request.get(path, {
      maxRedirects: 0,
      headers: { 'x-request-target': 'https://evil.example/' },
    })
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 307, location])
  }
  const member = await openPage()
  await logIn(member, demoMember)
  for (const path of ['/login', '/register', '/admin', '/admin/orders', '/nowhere']) {
    const answer = await member.request.get(path, { maxRedirects: 0 })
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 307, '/order'])
  }
})

test('at 1280 px as on a phone the login screen has one way to look around', async ({ openPage }) => {
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await openPage({ viewport })
    await open(page, '/login')
    await page.getByRole('button', { name: '둘러보기' }).click()
    await waitForBalance(page, '0원')
  }
})

test('looking around shows the members’ screens with nothing on them, and buys nothing', async ({ page }) => {
  await open(page, '/order')
  await page.getByRole('button', { name: '둘러보기' }).first().click()
  await waitForBalance(page, '0원')
  for (const path of ['/order-history', '/point', '/order']) {
    await open(page, path)
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe.log/')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByText('둘러보기 중에는 불가능합니다').first().waitFor()
})

test('who orders without an account is asked to log in and comes back to the order', async ({ page }) => {
  await open(page, '/order')
  await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe.log/')
  await page.getByRole('button', { name: '주문하기', exact: true }).click()
  await page.getByText('로그인이 필요합니다.').first().waitFor()
  await page.waitForURL(/\/login/)
  await waitUntilSettled(page)
  await logInByForm(page, demoMember)
  await expect
    .poll(() => page.getByLabel('링크', { exact: true }).inputValue())
    .toBe('https://www.instagram.com/seoul.cafe.log/')
})

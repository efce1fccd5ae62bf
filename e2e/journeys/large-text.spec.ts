import type { Page } from 'playwright'
import { beforeAll, expect, inject } from 'vitest'
import { showScreen, viewers } from '../support/all-screens.ts'
import { open } from '../support/app.ts'
import { PHONE, test } from '../support/fixtures.ts'
import type { Cast } from '../support/lifelike.ts'
import { waitUntilSettled } from '../support/settled.ts'
import { givePoints } from '../support/shop-data.ts'

// makeCast() calls use cases of lib/ on the shop's database.
const { databaseUrl, authSecret } = inject('shop')
Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })

let cast: Cast

/** A large amount in won, whose text makes a card wide. */
const LARGE_SUM = 123_456_789

/** Inserts a day's money with large amounts: a deposit, rows of the bank with their balance, and charges by card. */
async function makeLargeDay(): Promise<void> {
  const [{ makeDeposit }, { importStatement }, { newStatementRow }, { someStaff }, { db }] = await Promise.all([
    import('#lib/deposits/testing/deposits.ts'),
    import('#lib/deposits/statements/import-statement.ts'),
    import('#lib/deposits/statements/testing/statements.ts'),
    import('#lib/audit/testing/actors.ts'),
    import('#lib/core/db.ts'),
  ])
  const name = '주식회사 가나다라마바사 커뮤니케이션즈'
  await makeDeposit({ name, amount: LARGE_SUM })
  const row = newStatementRow({ at: new Date().toISOString(), name, paidIn: LARGE_SUM, balance: 2 * LARGE_SUM })
  await importStatement(db(), someStaff, { account: '국민은행 123456-01-789012', rows: [row] })
}

beforeAll(async () => {
  const { makeCast } = await import('../support/lifelike.ts')
  cast = await makeCast('02')
  await givePoints(cast.regular, LARGE_SUM)
  await makeLargeDay()
})

/** Names of the tested screens, by viewer. */
const screensOfViewers: Readonly<Record<string, readonly string[]>> = {
  visitor: ['order', 'login', 'register'],
  member: ['order-refused', 'order-history', 'auto-order-history', 'point', 'account'],
  owner: ['admin-charges', 'admin-orders-row'],
}

/** Twice the size of the shop's smallest text, which is 13px. */
const SMALLEST_DOUBLED_PX = 26

/**
 * Faults of the visible text: text smaller than `smallest` pixels, beyond the edge of the screen, or cut off by a box
 * that hides its overflow.
 */
const textFaults = (page: Page, smallest: number): Promise<string[]> =>
  page.evaluate((least) => {
    const found: string[] = []
    const isHidden = (element: Element) => {
      const { clipPath, visibility, position, width } = getComputedStyle(element)
      return visibility === 'hidden' || clipPath !== 'none' || (position === 'absolute' && width === '1px')
    }
    const report = (what: string, element: Element) =>
      found.push(`${what}: <${element.tagName.toLowerCase()}> ${(element.textContent ?? '').trim().slice(0, 40)}`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const content = walker.currentNode.textContent?.trim() ?? ''
      // Skips a footer's separator at the beginning of a line, which is hidden.
      if (!parent || content === '' || content === '·' || !parent.checkVisibility()) continue
      const ancestors: Element[] = []
      for (let each: Element | null = parent; each && each !== document.body; each = each.parentElement)
        ancestors.push(each)
      if (ancestors.some(isHidden) || ['OPTION', 'SCRIPT', 'STYLE'].includes(parent.tagName)) continue
      range.selectNodeContents(walker.currentNode)
      const text = range.getBoundingClientRect()
      if (text.width === 0 || text.bottom < 0) continue
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < least - 0.1) report('small', parent)
      // Text that ends in an ellipsis or is in a box that scrolls is shortened on purpose.
      const isShortened = ancestors.some((each) => {
        const { overflowX, webkitLineClamp, textOverflow } = getComputedStyle(each)
        return /auto|scroll/.test(overflowX) || webkitLineClamp !== 'none' || textOverflow === 'ellipsis'
      })
      if (isShortened) continue
      if (text.right > innerWidth + 1 || text.left < -1) report('beyond the screen', parent)
      for (const box of ancestors) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const isButton = box.tagName === 'BUTTON' || box.tagName === 'A'
        if (['TD', 'DD', 'LI'].includes(box.tagName) && text.right > right + 1) report('over its neighbour', parent)
        if (/hidden|clip/.test(overflowX) && (text.right > right + 1 || text.left < left - 1))
          report('cut at its side', parent)
        if (/hidden|clip/.test(overflowY) && text.bottom > bottom + 1) report('cut at the bottom', parent)
        if (isButton && getComputedStyle(box).display !== 'inline' && (text.bottom > bottom + 1 || text.top < top - 1))
          report('higher than its button', parent)
      }
    }
    for (const field of document.querySelectorAll<HTMLElement>('input:not([type=checkbox], [type=radio]), select'))
      if (field.checkVisibility() && field.clientHeight < Number.parseFloat(getComputedStyle(field).fontSize) * 1.3)
        report('higher than its field', field)
    return [...new Set(found)]
  }, smallest)

/** True if the name on a platform's tile is on one line. */
const isOnOneLine = (page: Page, name: string): Promise<boolean> =>
  page
    .getByRole('radio', { name, exact: true })
    .getByText(name, { exact: true })
    .evaluate((label) => {
      const range = document.createRange()
      range.selectNodeContents(label)
      return range.getClientRects().length === 1
    })

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Two ways in which a reader can double the size of text. The second doesn't change the widths of layouts. */
const doublings = {
  'the browser’s font size': async (page: Page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await expect.poll(() => page.evaluate(() => matchMedia('(width < 12rem)').matches)).toBe(true)
  },
  'a style of the page': (page: Page) =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    }),
} as const

test.for(Object.entries(doublings))(
  'text of twice the size, by %s, is twice as large on ten screens of 360px, and nothing is cut',
  { timeout: 240_000 },
  async ([, double], { openPage }) => {
    const found: string[] = []
    for (const viewer of viewers) {
      const names = screensOfViewers[viewer.who] ?? []
      if (names.length === 0) continue
      const page = await openPage({ viewport: PHONE })
      await viewer.enter(page, cast)
      for (const screen of viewer.screens.filter(({ name }) => names.includes(name))) {
        await showScreen(page, screen, cast)
        await double(page)
        await waitUntilSettled(page)
        const faults = await textFaults(page, SMALLEST_DOUBLED_PX)
        found.push(...faults.map((fault) => `${viewer.who} ${screen.name} ${fault}`))
        if (viewer.who === 'visitor' && screen.name === 'order' && !(await isOnOneLine(page, '인스타그램')))
          found.push('a platform’s name breaks inside its word')
        const wide = await sidewaysScroll(page)
        if (wide > 0) found.push(`${viewer.who} ${screen.name} scrolls sideways by ${wide}`)
      }
      await page.close()
    }
    expect(found).toEqual([])
  },
)

/** Elements that extend beyond the screen, except those in a box that scrolls or hides its overflow. */
const beyondTheScreen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > width + 1)
      .filter((each) => !scrolls(each.parentElement) && getComputedStyle(each).clipPath === 'none')
      .map((each) => `<${each.tagName.toLowerCase()}> ${(each.textContent ?? '').trim().slice(0, 40)}`)
  })

test('a member’s screens of 180px, as of a phone at twice its size, don’t scroll sideways', async ({ openPage }) => {
  const page = await openPage({ viewport: { width: 180, height: 390 } })
  const member = viewers.find(({ who }) => who === 'member')
  await member?.enter(page, cast)
  const found: string[] = []
  for (const path of ['/point', '/point?amount=3300', '/order-history', '/auto-order-history', '/account']) {
    await open(page, path)
    const wide = await sidewaysScroll(page)
    if (wide > 0) found.push(`${path} scrolls sideways by ${wide}: ${(await beyondTheScreen(page)).join(' | ')}`)
  }
  expect(found).toEqual([])
})

/** Tables that scroll sideways within their box, each with the number of hidden pixels. */
const wideTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')].flatMap(({ caption, parentElement: place }) => {
      const wide = (place?.scrollWidth ?? 0) - (place?.clientWidth ?? 0)
      return wide > 0 ? [`table ${caption?.textContent} is ${wide} wider than its place`] : []
    }),
  )

/**
 * Names of the screens that are tested at a page zoom of 2: `screensOfViewers`, a member's questions, and a day's
 * money.
 */
const zoomedScreens: Readonly<Record<string, readonly string[]>> = {
  ...screensOfViewers,
  member: [...(screensOfViewers.member ?? []), 'questions'],
  owner: [...(screensOfViewers.owner ?? []), 'admin-books'],
}

/**
 * Buttons, links and fields that something else, such as a fixed bar, covers when they are scrolled into view. If a
 * dialog is open, only its controls are examined.
 */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const open = [...document.querySelectorAll('dialog[open]')].at(-1)
    const controls = [
      ...(open ?? document).querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary'),
    ]
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement))
    const isTiny = ({ width, height }: DOMRect) => width < 3 || height < 3
    return controls.flatMap((control) => {
      const shown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!shown || isClipped(control) || isTiny(control.getBoundingClientRect())) return []
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      // Takes the first line, because the middle of a link of several lines may be beside its text.
      const box = control.getClientRects()[0]
      if (!box || isTiny(box)) return []
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      // `hit` is null beyond the screen, where the link that skips the menu is until it has the focus.
      const isFree = hit === null || control.contains(hit) || hit.closest('label')?.contains(control)
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 30)
      return isFree
        ? []
        : [
            `<${control.tagName.toLowerCase()}> ${name} under <${hit?.tagName.toLowerCase()}> ${hit?.textContent?.trim().slice(0, 30)}`,
          ]
    })
  })

test('at a page zoom of 2, 180px of a phone, twelve screens don’t scroll sideways and cover no button', {
  timeout: 240_000,
}, async ({ openPage }) => {
  const found: string[] = []
  for (const viewer of viewers) {
    const names = zoomedScreens[viewer.who] ?? []
    if (names.length === 0) continue
    const page = await openPage({ viewport: { width: 180, height: 390 } })
    await viewer.enter(page, cast)
    for (const screen of viewer.screens.filter(({ name }) => names.includes(name))) {
      await showScreen(page, screen, cast)
      await waitUntilSettled(page)
      const wide = await sidewaysScroll(page)
      const at = `${viewer.who} ${screen.name}`
      if (wide > 0) found.push(`${at} scrolls sideways by ${wide}: ${(await beyondTheScreen(page)).join(' | ')}`)
      found.push(...(await wideTables(page)).map((table) => `${at}: ${table}`))
      found.push(...(await coveredControls(page)).map((control) => `${at} ${control}`))
    }
    await page.close()
  }
  expect(found.join('\n')).toBe('')
})

test('on a phone at twice its size neither price nor text is covered by the order button', async ({ openPage }) => {
  for (const viewport of [
    { width: 180, height: 390 },
    { width: 360, height: 780 },
  ]) {
    const page = await openPage({ viewport })
    await open(page, '/order')
    await page.getByLabel('링크', { exact: true }).fill('https://www.instagram.com/seoul.cafe.log/')
    await page.getByLabel('수량', { exact: true }).fill('30000')
    await waitUntilSettled(page)
    const summary = page.getByRole('complementary', { name: '주문 요약' })
    await summary.scrollIntoViewIfNeeded()
    const covered = await summary.evaluate((card) => {
      const button = card.querySelector('button')?.getBoundingClientRect()
      const price = [...card.querySelectorAll('p span')].at(-1)
      const box = price?.getBoundingClientRect()
      if (!button || !box) return 'missing'
      const overlaps =
        box.left < button.right && box.right > button.left && box.top < button.bottom && box.bottom > button.top
      const onTop = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      return overlaps || onTop !== price ? 'covered' : box.width > 0 && box.right <= innerWidth ? 'in sight' : 'cut'
    })
    expect([viewport.width, covered]).toEqual([viewport.width, 'in sight'])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.close()
  }
})

test('with the spacing of text that a reader may set, nothing leaves its button in the console’s menu', async ({
  page,
}) => {
  await viewers.find(({ who }) => who === 'owner')?.enter(page, cast)
  await open(page, '/admin')
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
  const tooHigh = await page
    .getByRole('complementary')
    .first()
    .locator('button, a')
    .filter({ hasText: /\S/ })
    .evaluateAll((controls) =>
      controls
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map((each) => each.outerHTML),
    )
  expect(tooHigh).toEqual([])
})

/** True if a bar of the page stays where it is while the page scrolls. */
const hasLastingBar = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('header, [data-dock], [data-top-bar], [data-save-bar]')]
    const topsAt = (scroll: number) => {
      window.scrollTo({ top: scroll, behavior: 'instant' })
      return bars.filter((bar) => bar.checkVisibility()).map((bar) => bar.getBoundingClientRect().top)
    }
    const [before, after] = [topsAt(40), topsAt(120)]
    return before.length === 0 || before.some((top, at) => top === after[at])
  })

test('at a page zoom of 4, a window of 320 × 256, no bar takes room from what a member or staff read', async ({
  openPage,
}) => {
  const found: string[] = []
  const paths: Record<string, string[]> = {
    member: ['/order', '/point', '/order-history'],
    owner: ['/admin/charges', '/admin/settings'],
  }
  for (const viewer of viewers.filter(({ who }) => who in paths)) {
    const page = await openPage({ viewport: { width: 320, height: 256 } })
    await viewer.enter(page, cast)
    for (const path of paths[viewer.who] ?? []) {
      await open(page, path)
      if (path === '/order-history')
        await page
          .getByRole('checkbox', { name: /고르기$/ })
          .first()
          .check()
      if (path === '/admin/settings') await page.getByLabel('대표자', { exact: true }).fill('저장하지 않을 이')
      if (await hasLastingBar(page)) found.push(path)
    }
    await page.close()
  }
  expect(found).toEqual([])
})

test('at a page zoom of 4 the rows of a bank that are about to be imported are in sight', async ({ openPage }) => {
  const page = await openPage({ viewport: { width: 320, height: 225 } })
  const owner = viewers.find(({ who }) => who === 'owner')
  await owner?.enter(page, cast)
  const screen = owner?.screens.find(({ name }) => name === 'admin-deposits-import-read')
  if (screen) await showScreen(page, screen, cast)
  const cell = page.getByRole('region', { name: '거래내역 미리보기' }).getByRole('cell').first()
  await cell.scrollIntoViewIfNeeded()
  const onTop = await cell.evaluate((each) => {
    const { left, top } = each.getBoundingClientRect()
    return each.contains(document.elementFromPoint(left + 16, top + 16))
  })
  expect(onTop).toBe(true)
})

/**
 * Measures how many pages per second one web process renders, and the processor time of each page, compared with an
 * empty page of an empty Next.js app. Users notice the rate; the processor time depends less on what else the machine
 * does. Prints medians of alternating rounds of one run. `npm run prove -- pages [seconds a round] [rounds] [path …]`
 * measures all pages if no path is given.
 */

import { readFileSync } from 'node:fs'
import { openSession } from '#lib/sessions/open-session.ts'
import { startSeededDatabase } from './database.ts'
import { measureLoad, median, startEmptyApp, startWeb, WITHOUT_RATE_LIMITS } from './processes.ts'
import { findCheapestService, makeBuyer } from './shop.ts'

const CONNECTIONS = 16
/**
 * Number of orders that the member has: more than fit on one page of his order history or of the console's order list.
 */
const ORDERS = 60
const ORDER_QUANTITY = 100
const [seconds = 3, rounds = 5] = process.argv.slice(2, 4).map(Number)
const requestedPaths = process.argv.slice(4)

const { db, end } = await startSeededDatabase()
const member = await makeBuyer(db, 'bench_member')
const staff = await makeBuyer(db, 'bench_staff')
await db.rows(`UPDATE members SET role = 'OWNER' WHERE id = $1`, [staff.memberId])
const staffSession = await openSession(db, { memberId: staff.memberId, role: 'OWNER', device: 'bench', totp: true })

const shop = await startWeb(WITHOUT_RATE_LIMITS)
const emptyApp = await startEmptyApp()

const service = await findCheapestService(db, ORDER_QUANTITY)
for (let at = 0; at < ORDERS; at++) {
  const { status } = await fetch(`http://127.0.0.1:${shop.port}/order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': member.key, 'idempotency-key': `order-${at}` },
    body: JSON.stringify({ serviceId: service.id, link: 'https://www.instagram.com/bench/', amount: ORDER_QUANTITY }),
  })
  if (status !== 201) throw new Error(`an order was answered ${status}`)
}
await db.rows('INSERT INTO favorites (member_id, service_id) SELECT $1, id FROM services ORDER BY id LIMIT 3', [
  member.memberId,
])

type Page = { name: string; path: string; server: { port: number; child: { pid?: number } }; cookie: string }
const cookieOf = (token: string): string => `cookie: token=${token}\r\n`
const shopPages = [
  { name: '/order', path: '/order', cookie: cookieOf(member.token) },
  { name: '/order of a visitor', path: '/order', cookie: '' },
  { name: '/order-history', path: '/order-history', cookie: cookieOf(member.token) },
  { name: '/point', path: '/point', cookie: cookieOf(member.token) },
  { name: '/guide', path: '/guide', cookie: cookieOf(member.token) },
  { name: '/login', path: '/login', cookie: '' },
  { name: '/admin/orders', path: '/admin/orders', cookie: cookieOf(staffSession.token) },
].map((page): Page => ({ ...page, server: shop }))
const empty: Page = { name: 'empty', path: '/empty-page', server: emptyApp, cookie: '' }
const pages = [empty, ...shopPages.filter(({ path }) => requestedPaths.length === 0 || requestedPaths.includes(path))]

/**
 * Milliseconds of processor time that a process has used, which Linux counts in ticks of 10 ms. Null on a system
 * without /proc.
 */
function processorMs(pid: number | undefined): number | null {
  try {
    const [user = 0, system = 0] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
    return (user + system) * 10
  } catch {
    return null
  }
}

/** Pages per second (`rate`) and milliseconds of processor time per page (`processor`), one value for each round. */
type Figures = { rate: number[]; processor: number[] }
const figures = new Map<Page, Figures>(pages.map((page) => [page, { rate: [], processor: [] }]))
const faults: Record<string, number> = {}

async function measureRound(page: Page, length: number): Promise<{ perSecond: number; processor: number | null }> {
  const { server, path, cookie } = page
  const before = processorMs(server.child.pid)
  const headers = Array.from({ length: CONNECTIONS }, () => `accept: text/html\r\nuser-agent: Mozilla/5.0\r\n${cookie}`)
  const { perSecond, statuses } = await measureLoad({ port: server.port, path, seconds: length, body: null, headers })
  const after = processorMs(server.child.pid)
  const count = Object.values(statuses).reduce((sum, each) => sum + each, 0)
  for (const [status, times] of Object.entries(statuses))
    if (status !== '200') faults[`${page.name} ${status}`] = (faults[`${page.name} ${status}`] ?? 0) + times
  return { perSecond, processor: before === null || after === null ? null : (after - before) / count }
}

/**
 * Describes the size of a page: its elements, its bytes, and how many of these are flight data, which repeats the page
 * for React in the browser.
 */
async function sizeOf({ server, path, cookie }: Page): Promise<string> {
  const headers = cookie ? { cookie: cookie.slice('cookie: '.length).trim() } : undefined
  const html = await (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).text()
  const flight = [...html.matchAll(/<script[^>]*>self\.__next_f\.push.*?<\/script>/gs)].reduce(
    (sum, [text]) => sum + text.length,
    0,
  )
  const elements = html.replaceAll(/<script.*?<\/script>/gs, '').match(/<[a-z]/g)?.length ?? 0
  return `${elements} elements, ${(Buffer.byteLength(html) / 1024).toFixed(0)} KB of which ${(flight / 1024).toFixed(0)} KB flight data`
}

const sizes = new Map<Page, string>()
for (const page of pages) {
  sizes.set(page, await sizeOf(page))
  await measureRound(page, 2)
}
for (let round = 0; round < rounds; round++) {
  for (const page of pages) {
    const { perSecond, processor } = await measureRound(page, seconds)
    figures.get(page)?.rate.push(perSecond)
    if (processor !== null) figures.get(page)?.processor.push(processor)
  }
  console.log(pages.map((page) => `${page.name} ${figures.get(page)?.rate.at(-1)?.toFixed(0)}`).join('  '))
}

const rateOf = (page: Page): number => median(figures.get(page)?.rate ?? [])
const processorOf = (page: Page): number => median(figures.get(page)?.processor ?? [])
console.log(`medians of ${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections:`)
for (const page of pages)
  console.log(
    `${page.name}: ${rateOf(page).toFixed(0)}/s = ${(rateOf(page) / rateOf(empty)).toFixed(2)} of an empty page; ` +
      `${processorOf(page).toFixed(2)} ms of processor = 1/${(processorOf(page) / processorOf(empty)).toFixed(2)} = ${(processorOf(empty) / processorOf(page)).toFixed(2)}; ${sizes.get(page)}`,
  )
console.log(`answers other than 200: ${JSON.stringify(faults)}`)

shop.child.kill('SIGKILL')
emptyApp.child.kill('SIGKILL')
await end()
process.exit(0)

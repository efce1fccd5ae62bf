import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { noticeJson } from '#lib/push/rules.ts'

const source = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8')
const ORIGIN = 'https://shop.example'

type ShownNotice = { title: string; body: string; tag: string; data: { orders: number; url: string } }
type Tab = { url: string; focus(): Promise<void>; navigate(url: string): Promise<void> }

let handlers: Map<string, (event: object) => void>
let shown: ShownNotice[]
let tabs: Tab[]
let actions: string[]
let sent: { path: string; method: string; body: unknown }[]

beforeEach(() => {
  handlers = new Map()
  shown = []
  tabs = []
  actions = []
  sent = []
  const registration = {
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((each) => each.tag === tag),
    showNotification: async (title: string, options: Omit<ShownNotice, 'title'>) => {
      shown = shown.filter(({ tag }) => tag !== options.tag).concat({ title, ...options })
    },
    pushManager: {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => ({
        toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: applicationServerKey, auth: 'a' } }),
      }),
    },
  }
  const self = {
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    location: { origin: ORIGIN },
    registration,
    clients: {
      matchAll: async () => tabs,
      openWindow: async (url: string) => void actions.push(`open ${url}`),
    },
  }
  const fetch = async (path: string, request?: { method: string; body: string }) => {
    if (request) sent.push({ path, method: request.method, body: JSON.parse(request.body) })
    return new Response(JSON.stringify({ publicKey: 'present key' }))
  }
  new Function('self', 'fetch', source)(self, fetch)
})

async function dispatch(name: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  handlers.get(name)?.({ ...event, waitUntil: (until: Promise<unknown>) => (work = until) })
  await work
}

const push = (notice: string) => dispatch('push', { data: { json: () => JSON.parse(notice) } })

const notice = (orderId: number, orders = 1) =>
  noticeJson({ orderId, isAuto: false, status: 2, orders, product: '인스타그램 팔로워' })

const tab = (path: string): Tab => ({
  url: `${ORIGIN}${path}`,
  focus: async () => void actions.push(`focus ${path}`),
  navigate: async (url) => void actions.push(`navigate ${url}`),
})

const click = (url: string) =>
  dispatch('notificationclick', { notification: { close: () => actions.push('close'), data: { url } } })

test('a message is shown as the shop wrote it', async () => {
  await push(notice(7))
  expect(shown).toMatchObject([
    {
      title: '주문이 완료됐어요',
      body: '주문번호 7 · 인스타그램 팔로워',
      data: { orders: 1, url: '/order-history?order=7' },
    },
  ])
})

test('notices that nobody has looked at yet become one, with their number', async () => {
  await push(notice(7))
  await push(notice(9, 36))
  expect(shown).toMatchObject([
    { title: '주문 37건이 끝났어요', body: '', data: { orders: 37, url: '/order-history' } },
  ])
  await push(notice(10))
  expect(shown).toMatchObject([{ title: '주문 38건이 끝났어요', data: { url: '/order-history' } }])
})

test('a click on a notice sends a tab with the order history to the order, and leaves every other tab alone', async () => {
  tabs = [tab('/point'), tab('/order-history?page=2')]
  await click('/order-history?order=7')
  expect(actions).toEqual(['close', 'focus /order-history?page=2', `navigate ${ORIGIN}/order-history?order=7`])
})

test('without such a tab a click opens one, and only ever a page of the shop', async () => {
  tabs = [tab('/order')]
  await click('/order-history?order=7')
  await click('https://elsewhere.example/')
  expect(actions).toEqual(['close', `open ${ORIGIN}/order-history?order=7`, 'close', `open ${ORIGIN}/order-history`])
})

test('if the tab can’t be navigated, a new one is opened', async () => {
  tabs = [{ ...tab('/order-history'), navigate: () => Promise.reject(new TypeError('not controlled')) }]
  await click('/order-history?order=7')
  expect(actions.at(-1)).toBe(`open ${ORIGIN}/order-history?order=7`)
})

test('a subscription that the browser has ended is taken anew with the shop’s present key, in place of the old one', async () => {
  const oldSubscription = { endpoint: 'https://push.example/old', options: { applicationServerKey: 'former key' } }
  await dispatch('pushsubscriptionchange', { oldSubscription })
  expect(sent).toEqual([
    {
      path: '/service/push',
      method: 'POST',
      body: {
        endpoint: 'https://push.example/new',
        keys: { p256dh: 'present key', auth: 'a' },
        replaces: 'https://push.example/old',
      },
    },
  ])
  const newSubscription = {
    options: { applicationServerKey: Buffer.alloc(65, 251).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/newer', keys: { p256dh: 'p', auth: 'a' } }),
  }
  await dispatch('pushsubscriptionchange', { oldSubscription, newSubscription })
  expect(sent[1]?.body).toMatchObject({ publicKey: Buffer.alloc(65, 251).toString('base64url') })
  sent.pop()
  await dispatch('pushsubscriptionchange', { oldSubscription: null })
  expect(sent.length).toBe(1)
})

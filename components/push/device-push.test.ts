import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pushTexts } from '#lib/push/labels.ts'
import { bindThisBrowser, disableDevicePush, enableDevicePush, readDeviceState } from './device-push.ts'

const PUBLIC_KEY = Buffer.alloc(65, 4).toString('base64url')

type Call = { method: string; path: string; body: Record<string, unknown> | undefined }

let calls: Call[]
let answers: Record<string, { status: number; body: unknown }>
let permission: NotificationPermission
/** The user's answer when the browser asks for permission. */
let decision: NotificationPermission
let permissionRequests: number
let endpoint: string | null
let key: ArrayBuffer | null
let closedNotices: number
let subscriptionCount: number

const subscription = () =>
  endpoint && {
    endpoint,
    options: { applicationServerKey: key },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      endpoint = null
      return true
    },
  }

const registration = {
  getNotifications: async () => [{ close: () => closedNotices++ }],
  pushManager: {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      endpoint ??= `https://push.example/${++subscriptionCount}`
      key = applicationServerKey.slice().buffer as ArrayBuffer
      return subscription()
    },
  },
}

function stubBrowser(overrides: Record<string, unknown> = {}, userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140') {
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0, serviceWorker, ...overrides })
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => {
      permissionRequests += 1
      permission = permission === 'default' ? decision : permission
      return permission
    },
  })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    calls.push({ method, path, body: body ? JSON.parse(String(body)) : undefined })
    const { status, body: answer } = answers[method] ?? { status: 200, body: {} }
    return new Response(JSON.stringify(answer), { status })
  })
}

beforeEach(() => {
  calls = []
  answers = {
    GET: { status: 200, body: { publicKey: PUBLIC_KEY } },
    POST: { status: 200, body: { on: true } },
    PUT: { status: 200, body: { on: true } },
  }
  permission = 'default'
  decision = 'granted'
  permissionRequests = 0
  endpoint = null
  key = null
  closedNotices = 0
  subscriptionCount = 0
  stubBrowser()
})

afterEach(() => vi.unstubAllGlobals())

test('reading the state doesn’t ask the user for permission', async () => {
  expect(await readDeviceState()).toBe('off')
  permission = 'denied'
  expect(await readDeviceState()).toBe('denied')
  expect([permissionRequests, calls]).toEqual([0, []])
})

test('turning on asks the user, subscribes with the shop’s key and registers at the shop', async () => {
  expect(await enableDevicePush()).toEqual({ state: 'on' })
  expect(permissionRequests).toBe(1)
  expect(Buffer.from(key ?? new ArrayBuffer(0)).toString('base64url')).toBe(PUBLIC_KEY)
  expect(calls.at(-1)).toEqual({
    method: 'POST',
    path: '/service/push',
    body: { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' }, publicKey: PUBLIC_KEY },
  })
  expect(await readDeviceState()).toBe('on')
})

test('if the user refuses or closes the browser’s question, notifications stay off', async () => {
  decision = 'default'
  expect(await enableDevicePush()).toEqual({ state: 'off', fault: pushTexts.notAllowed })
  decision = 'denied'
  expect(await enableDevicePush()).toEqual({ state: 'denied', fault: pushTexts.notAllowed })
  expect(calls).toEqual([])
})

test('notifications are on only if the shop has registered this browser for this member', async () => {
  permission = 'granted'
  endpoint = 'https://push.example/0'
  answers.PUT = { status: 200, body: { on: false } }
  expect(await readDeviceState()).toBe('off')
  expect(closedNotices).toBe(1)
  answers.PUT = { status: 401, body: {} }
  expect(await bindThisBrowser()).toBe(false)
})

test('a subscription of another member, or with another key, is replaced by a new one', async () => {
  permission = 'granted'
  endpoint = 'https://push.example/0'
  key = new Uint8Array([1, 2, 3]).buffer
  expect(await enableDevicePush()).toEqual({ state: 'on' })
  expect(endpoint).toBe('https://push.example/1')
  answers.POST = { status: 409, body: { message: '이 기기의 알림을 켜지 못했어요. 다시 시도해 주세요.' } }
  expect(await enableDevicePush()).toEqual({
    state: 'off',
    fault: '이 기기의 알림을 켜지 못했어요. 다시 시도해 주세요.',
  })
  expect(endpoint).toBe('https://push.example/2')
})

test('a browser that subscribed with a former key of the shop subscribes anew when it comes again', async () => {
  permission = 'granted'
  endpoint = 'https://push.example/0'
  key = new Uint8Array([1, 2, 3]).buffer
  expect(await bindThisBrowser()).toBe(true)
  expect(Buffer.from(key ?? new ArrayBuffer(0)).toString('base64url')).toBe(PUBLIC_KEY)
  expect(calls.map(({ method }) => method)).toEqual(['PUT', 'GET', 'POST', 'PUT'])
  expect(calls[2]?.body).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'p', auth: 'a' },
    publicKey: PUBLIC_KEY,
    replaces: 'https://push.example/0',
  })
  expect(calls[3]?.body).toMatchObject({ endpoint: 'https://push.example/1' })
  expect(permissionRequests).toBe(0)
  calls = []
  expect(await bindThisBrowser()).toBe(true)
  expect([endpoint, calls.map(({ method }) => method)]).toEqual(['https://push.example/1', ['PUT', 'GET']])
})

test('a browser keeps its subscription while the shop doesn’t say its key, or if notifications are off', async () => {
  permission = 'granted'
  endpoint = 'https://push.example/0'
  key = new Uint8Array([1, 2, 3]).buffer
  answers.GET = { status: 503, body: {} }
  expect(await bindThisBrowser()).toBe(true)
  answers.PUT = { status: 200, body: { on: false } }
  expect(await bindThisBrowser()).toBe(false)
  expect([endpoint, calls.map(({ method }) => method)]).toEqual(['https://push.example/0', ['PUT', 'GET', 'PUT']])
})

test('turning off removes the registration at the shop before the browser unsubscribes', async () => {
  await enableDevicePush()
  expect(await disableDevicePush()).toEqual({ state: 'off' })
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', body: { endpoint: 'https://push.example/1' } })
  expect(endpoint).toBeNull()
  await enableDevicePush()
  answers.DELETE = { status: 500, body: {} }
  expect(await disableDevicePush()).toEqual({ state: 'on', fault: pushTexts.failed })
  expect(endpoint).not.toBeNull()
})

test('an iPhone outside the installed app has to install it; other old browsers are unsupported', async () => {
  const without = { serviceWorker: undefined }
  stubBrowser(without, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari')
  vi.stubGlobal('window', {})
  expect(await readDeviceState()).toBe('install')
  expect(await enableDevicePush()).toEqual({ state: 'install' })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(await readDeviceState()).toBe('unsupported')
  stubBrowser({ maxTouchPoints: 5 }, 'Mozilla/5.0 (Macintosh) Safari')
  vi.stubGlobal('window', {})
  expect(await readDeviceState()).toBe('install')
  stubBrowser({}, 'Mozilla/5.0 (Windows NT 10.0) Chrome/40')
  vi.stubGlobal('window', {})
  expect(await readDeviceState()).toBe('unsupported')
})

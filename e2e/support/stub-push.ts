import type { Page } from 'playwright'
import { makeBrowser } from '#lib/push/testing/browsers.ts'

/** Controls of a stubbed browser: how often its user was asked, and his refusal. */
export type StubbedPush = { asked(): Promise<number>; forbid(): Promise<void> }

/**
 * Gives a page what a headless browser doesn't have: notifications and a push service, whose user says yes. Its subscription
 * is one that the shop accepts; nothing is sent to it. The state outlives reloads.
 */
export async function stubPush(page: Page): Promise<StubbedPush> {
  const { subscription } = makeBrowser()
  await page.addInitScript((given) => {
    const read = (key: string): string => localStorage.getItem(`stub-${key}`) ?? ''
    const write = (key: string, value: string): void => localStorage.setItem(`stub-${key}`, value)
    const subscribed = () =>
      read('subscribed') === ''
        ? null
        : {
            endpoint: given.endpoint,
            options: {},
            toJSON: () => given,
            unsubscribe: async () => write('subscribed', ''),
          }
    const registration = {
      getNotifications: async () => [],
      pushManager: {
        getSubscription: async () => subscribed(),
        subscribe: async () => {
          write('subscribed', 'yes')
          return subscribed()
        },
      },
    }
    const serviceWorker = {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    }
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker })
    Object.defineProperty(window, 'Notification', {
      value: {
        get permission() {
          return read('permission') || 'default'
        },
        requestPermission: async () => {
          write('asked', String(Number(read('asked')) + 1))
          write('permission', read('permission') || 'granted')
          return read('permission')
        },
      },
    })
  }, subscription)
  return {
    asked: () => page.evaluate(() => Number(localStorage.getItem('stub-asked'))),
    forbid: () => page.evaluate(() => localStorage.setItem('stub-permission', 'denied')),
  }
}

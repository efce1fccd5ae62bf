import type { Page } from 'playwright'
import { makeBrowser } from '#lib/push/testing/browsers.ts'

export type StubbedPush = {
  /** How often the page has asked for the permission to show notifications. */
  permissionRequests(): Promise<number>
  /** Withdraws the permission, as the user can in the browser's settings. */
  forbid(): Promise<void>
}

/**
 * Gives a page two things that a headless browser lacks: notifications, for which the user grants permission when
 * asked, and a push service. The shop accepts the push service's subscription, but nothing is ever sent to it. The
 * state survives reloads.
 */
export async function stubPush(page: Page): Promise<StubbedPush> {
  const { subscription } = makeBrowser()
  await page.addInitScript((subscriptionData) => {
    const read = (key: string): string => localStorage.getItem(`stub-${key}`) ?? ''
    const write = (key: string, value: string): void => localStorage.setItem(`stub-${key}`, value)
    const subscribed = () =>
      read('subscribed') === ''
        ? null
        : {
            endpoint: subscriptionData.endpoint,
            options: {},
            toJSON: () => subscriptionData,
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
    permissionRequests: () => page.evaluate(() => Number(localStorage.getItem('stub-asked'))),
    forbid: () => page.evaluate(() => localStorage.setItem('stub-permission', 'denied')),
  }
}

import { expect, inject, test } from 'vitest'
import { open } from '../support/app.ts'
import { launchBrowser } from '../support/browser.ts'
import { breakCall, collectPageFaults } from '../support/faults.ts'
import { expectGoodPage } from '../support/fixtures.ts'

const { url } = inject('shop')

test('a console error, a thrown error and a failed request of the shop are faults; a refusal is none', async () => {
  const browser = await launchBrowser()
  const page = await browser.newPage({ baseURL: url })
  const faults: string[] = []
  collectPageFaults(page, faults)
  await open(page, '/login')
  const call = (path: string) => page.evaluate((path) => fetch(path, { method: 'POST' }).catch(() => null), path)
  await call('/auth/login')
  await breakCall(page, '/auth/register', 'fault')
  await breakCall(page, '/service/find-id', 'network')
  for (const path of ['/auth/register', '/service/find-id']) await call(path)
  expect(faults).toEqual([])

  await page.evaluate(() => console.error('on the console'))
  await page.evaluate(() => setTimeout(() => void Promise.reject(new Error('thrown'))))
  await page.evaluate(() => fetch('/_next/static/gone.js'))
  await page.route('**/service/point', (route) => route.abort('connectionreset'))
  await page.route('**/service/order', (route) => route.fulfill({ status: 502 }))
  for (const path of ['/service/point', '/service/order']) await call(path)
  await expect.poll(() => faults.length).toBe(5)
  expect(faults.join('\n')).toMatch(
    /on the console\n.*thrown\n.*gone\.js 404\n.*\/service\/point net::ERR_CONNECTION_RESET\n.*\/service\/order 502/,
  )
  await browser.close()
})

test('a field without a label, text too faint to read and a page that scrolls sideways are found', async () => {
  const browser = await launchBrowser()
  const page = await browser.newPage({ baseURL: url })
  const add = (html: string) =>
    page.evaluate((html) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html), html)
  await open(page, '/login')
  await expectGoodPage(page)
  await add('<p id="faint" style="color: #ddd; background: #fff">faint</p>')
  await expect(expectGoodPage(page)).rejects.toThrow('color-contrast: #faint')
  await expect(expectGoodPage(page, { colours: true })).rejects.toThrow('color-contrast: #faint')
  await open(page, '/login')
  await add('<input id="nameless">')
  await expect(expectGoodPage(page)).rejects.toThrow('label: #nameless')
  await expectGoodPage(page, { colours: true })
  await open(page, '/login')
  await add('<div style="width: 3000px">wide</div>')
  await expect(expectGoodPage(page)).rejects.toThrow('scrolls sideways')
  await browser.close()
})

import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { webhookVerificationSamples } from './webhook-verification-samples.ts'

const verifySample = webhookVerificationSamples.find(({ language }) => language === 'javascript')?.code ?? ''

type Verify = (headers: Record<string, string>, rawBody: string, secret: string) => boolean

it('the sample takes what the shop signs, and nothing else', async () => {
  const code = `data:text/javascript,${encodeURIComponent(verifySample)}`
  const { isFromShop } = (await import(/* @vite-ignore */ code)) as { isFromShop: Verify }
  const signed = (at: number, body: string) => ({
    'x-timestamp': String(at),
    'x-signature': `sha256=${createHmac('sha256', 'key').update(`${at}.${body}`).digest('hex')}`,
  })
  const now = Math.floor(Date.now() / 1_000)
  expect(isFromShop(signed(now, '{"한글":1}'), '{"한글":1}', 'key')).toBe(true)
  expect(isFromShop(signed(now, '{}'), '{} ', 'key')).toBe(false)
  expect(isFromShop(signed(now, '{}'), '{}', 'other')).toBe(false)
  expect(isFromShop(signed(now - 301, '{}'), '{}', 'key')).toBe(false)
  expect(isFromShop({}, '{}', 'key')).toBe(false)
})

it('the sample in PHP reads a header whatever the case of its name', () => {
  // PHP-FPM gives header names capitalized, such as X-Timestamp; other servers give them as they were sent. So the
  // sample converts all names to lower case, and must read each header by its lower-case name.
  const code = webhookVerificationSamples.find(({ language }) => language === 'php')?.code ?? ''
  const [, lowered] = code.split('$headers = array_change_key_case($headers);')
  expect(lowered?.match(/\$headers\['[^']*'\]/g)).toEqual(code.match(/\$headers\['[^']*'\]/g))
})

it('the sample takes either of two signatures while the key is being changed', async () => {
  const code = `data:text/javascript,${encodeURIComponent(verifySample)}#two`
  const { isFromShop } = (await import(/* @vite-ignore */ code)) as { isFromShop: Verify }
  const at = String(Math.floor(Date.now() / 1_000))
  const sign = (key: string) => `sha256=${createHmac('sha256', key).update(`${at}.{}`).digest('hex')}`
  const headers = { 'x-timestamp': at, 'x-signature': `${sign('new')}, ${sign('old')}` }
  expect(['new', 'old', 'other'].map((key) => isFromShop(headers, '{}', key))).toEqual([true, true, false])
})

import type { IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { clientIpAddress } from './client-ip-address.ts'

afterEach(() => {
  env().TRUSTED_PROXIES = []
})

const addressOf = (remoteAddress: string, forwarded?: string) =>
  clientIpAddress({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as IncomingMessage)

test('without trusted proxies no header is believed', () => {
  expect(addressOf('203.0.113.7', '1.2.3.4')).toBe('203.0.113.7')
  expect(addressOf('127.0.0.1', '1.2.3.4')).toBe('127.0.0.1')
})

test('no other header that names an address is believed, behind a trusted proxy or without one', () => {
  const names = [
    'forwarded',
    'x-real-ip',
    'x-client-ip',
    'x-originating-ip',
    'x-remote-ip',
    'x-remote-addr',
    'x-cluster-client-ip',
  ]
  names.push(
    'true-client-ip',
    'cf-connecting-ip',
    'fastly-client-ip',
    'x-forwarded',
    'forwarded-for',
    'x-original-forwarded-for',
    'via',
  )
  for (const name of names) {
    const request = {
      socket: { remoteAddress: '10.0.0.1' },
      headers: { [name]: '1.2.3.4', 'x-forwarded-for': '203.0.113.7' },
    }
    expect(clientIpAddress(request as unknown as IncomingMessage), name).toBe('10.0.0.1')
    env().TRUSTED_PROXIES = ['10.0.0.1']
    expect(clientIpAddress(request as unknown as IncomingMessage), name).toBe('203.0.113.7')
    env().TRUSTED_PROXIES = []
  }
})

test('an IPv4 address mapped into IPv6 is the same as the plain one', () => {
  expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('2001:db8::1')).toBe('2001:db8::1')
})

test.each([
  ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
  ['10.0.0.1', '1.2.3.4,::ffff:10.0.0.2', '1.2.3.4'],
  ['10.0.0.1', '1.2.3.4:51234', '1.2.3.4'],
  ['10.0.0.1', '[2001:db8::1]:51234', '2001:db8::1'],
  ['10.0.0.1', '2001:DB8::1', '2001:db8::1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.2', '10.0.0.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['203.0.113.7', '1.2.3.4', '203.0.113.7'],
])('behind two proxies, the peer %s saying "%s" is %s', (peer, forwarded, expected) => {
  env().TRUSTED_PROXIES = ['10.0.0.1', '10.0.0.2']
  expect(addressOf(peer, forwarded)).toBe(expected)
})

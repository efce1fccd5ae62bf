import { expect, test } from 'vitest'
import { canonicalIpAddress, ipAddressKey, isLoopbackIpAddress } from './ip-address-key.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['a:b', 'a:b'],
  ['', ''],
])('%s counts as %s', (address, key) => expect(ipAddressKey(address)).toBe(key))

test('a whole /64 is one address to a limit', () => {
  const keys = Array.from({ length: 5_000 }, (_, at) =>
    ipAddressKey(`2001:db8:7:7:${at.toString(16)}::${at.toString(16)}`),
  )
  expect(new Set(keys).size).toBe(1)
})

test('one address has one spelling', () => {
  expect(canonicalIpAddress('2001:DB8:0:0::0001')).toBe('2001:db8::1')
  expect(canonicalIpAddress('::ffff:10.0.0.1')).toBe('10.0.0.1')
})

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['127.0.0.1.example', false],
  ['128.0.0.1', false],
  ['::2', false],
  ['', false],
])('%s is this machine itself: %s', (address, expected) => expect(isLoopbackIpAddress(address)).toBe(expected))

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicIpAddress, type UrlFault, urlFault } from './is-public-address.ts'

const refusedUrls: Record<UrlFault, readonly string[]> = {
  UNREADABLE: [
    '',
    'provider.example',
    '//provider.example',
    'ftp://provider.example/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:25/_MAIL',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'unix:/var/run/docker.sock',
    'https://',
    'https://256.256.256.256/',
    'https://[::1/',
    'https://127.0.0.1 .example/',
    'https://%zz.example/',
    'https://a b.example/',
  ],
  CREDENTIALS: [
    'https://user@provider.example/',
    'https://user:secret@provider.example/',
    'https://provider.example:443@127.0.0.1/',
    'https://provider.example%2f@127.0.0.1/',
    'https://:secret@provider.example/',
  ],
  NOT_HTTPS: ['http://provider.example/', 'HTTP://PROVIDER.EXAMPLE/api/v2', 'http://provider.example:443/'],
  PORT: [
    'https://provider.example:22/',
    'https://provider.example:25/',
    'https://provider.example:80/',
    'https://provider.example:5432/',
    'https://provider.example:6379/',
    'https://provider.example:2375/',
    'https://provider.example:65535/',
    'https://provider.example:0/',
  ],
  PRIVATE: [
    // Other spellings of 127.0.0.1, the machine itself.
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0x7F.1/',
    'https://127.0.0.1./',
    'https://127.8.9.10/',
    'https://0/',
    'https://0.0.0.0/',
    'https://00000177.0x0.0.01/',
    'https://127。0。0。1/',
    'https://１２７.0.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https:127.0.0.1/',
    'https:\\\\127.0.0.1\\',
    'https://%31%32%37.0.0.1/',
    // Private, shared and reserved networks.
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://167772161/',
    'https://172.16.0.1/',
    'https://172.31.255.254/',
    'https://192.168.0.1/',
    'https://192.168.257/',
    'https://100.64.0.1/',
    'https://100.127.255.254/',
    'https://169.254.0.1/',
    'https://192.0.0.8/',
    'https://192.0.2.1/',
    'https://192.88.99.1/',
    'https://198.18.0.1/',
    'https://198.19.255.255/',
    'https://198.51.100.7/',
    'https://203.0.113.7/',
    'https://224.0.0.1/',
    'https://239.255.255.255/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    // Metadata services of cloud providers.
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://0251.0376.0251.0376/',
    'https://169.254.43518/',
    'https://169.254.170.2/v2/credentials',
    'https://100.100.100.200/latest/meta-data/',
    'https://192.0.0.192/opc/v2/',
    'https://168.63.129.16/machine',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://metadata.google.internal/',
    'https://metadata/',
    // IPv6 addresses, some of which embed an IPv4 address.
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[0:0:0:0:0:ffff:0a00:0001]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:a00:1::1]/',
    'https://[2001:0:7f00:1::1]/',
    'https://[2001:2::1]/',
    'https://[2001:10::1]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[fc00::1]/',
    'https://[fdff:ffff::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[5f00::1]/',
    // Host names of this machine or a nearby one.
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://sub.localhost/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://localhost.localdomain/',
    'https://db.internal/',
    'https://db.internal./',
    'https://printer.local/',
    'https://router.lan/',
    'https://nas.home.arpa/',
    'https://nas.home/',
    'https://wiki.corp/',
    'https://host.docker.internal/',
    'https://kubernetes.default.svc.cluster.local/',
    'https://hidden.onion/',
    'https://shop.test/',
    'https://postgres/',
    'https://intranet:8443/',
    'https://provider.example./',
  ],
}

const refusedCases = Object.entries(refusedUrls).flatMap(([fault, all]) => all.map((address) => ({ fault, address })))

test.each(refusedCases)('$address is refused: $fault', ({ address, fault }) => {
  expect(urlFault(address, false)).toBe(fault)
})

test('at least sixty different tricks are tried', () => {
  expect(new Set(refusedCases.map(({ address }) => address)).size).toBe(refusedCases.length)
  expect(refusedCases.length).toBeGreaterThanOrEqual(60)
})

test.each([
  'https://provider.example/api/v2',
  'https://PROVIDER.example:443/api/v2?x=1#y',
  'https://panel.example:8443/',
  'https://8.8.8.8/api',
  'https://172.32.0.1/',
  'https://100.128.0.1/',
  'https://[2606:4700:4700::1111]/',
  'https://한국패널.example/api/v2',
  'https://xn--ok0b236bp0a.example/api/v2',
  'https://localhost.example.com/',
])('%s may be called', (address) => {
  expect(urlFault(address, false)).toBeNull()
})

test('a shop that allows private providers still refuses other protocols than http(s), and credentials', () => {
  expect(urlFault('http://127.0.0.1:4100/api/v2', true)).toBeNull()
  expect(urlFault('http://stand-in:4100/', true)).toBeNull()
  expect(urlFault('file:///etc/passwd', true)).toBe('UNREADABLE')
  expect(urlFault('http://user:secret@127.0.0.1/', true)).toBe('CREDENTIALS')
})

test('an IPv6 address that embeds an IPv4 address is never public', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  const wraps = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::']
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), fc.constantFrom(...wraps), (octets, wrap) => {
      expect(isPublicIpAddress(`${wrap}${octets.join('.')}`)).toBe(false)
    }),
  )
})

test('a private address is refused in every spelling', () => {
  const spell = (octet: number) => fc.constantFrom(String(octet), `0x${octet.toString(16)}`, `0${octet.toString(8)}`)
  const privates = fc.constantFrom(
    [127, 0, 0, 1],
    [10, 1, 2, 3],
    [192, 168, 1, 1],
    [169, 254, 169, 254],
    [100, 64, 0, 1],
  )
  fc.assert(
    fc.property(
      privates.chain((octets) => fc.tuple(...octets.map(spell))),
      (parts) => {
        expect(urlFault(`https://${parts.join('.')}/`, false)).toBe('PRIVATE')
      },
    ),
  )
})

test.each(['', 'localhost', '1.2.3', 'fe80::1%eth0', '2606:4700::1%eth0', '1.2.3.4.5', ' 8.8.8.8'])(
  '%j is no public address, for it is no address',
  (text) => {
    expect(isPublicIpAddress(text)).toBe(false)
  },
)

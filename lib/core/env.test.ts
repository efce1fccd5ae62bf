import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseEnv } from './env.ts'

const minimalEnv = {
  DATABASE_URL: 'postgres://user:secret-password@127.0.0.1/shop',
  AUTH_SECRET: 'tkT0xu1y9cZQ4wVh7eRj2NbLsPfDm8Ga',
}

test('only two variables have no default: an environment with both is complete', () => {
  expect(parseEnv(minimalEnv)).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    RATE_LIMIT_FACTOR: 1,
    DEMO: false,
    TRUSTED_PROXIES: [],
  })
})

test('a line without a value in .env leaves a variable at its default', () => {
  const names = ['DATABASE_POOL', 'PORT', 'RATE_LIMIT_FACTOR', 'LOG_LEVEL']
  expect(parseEnv({ ...minimalEnv, ...Object.fromEntries(names.map((name) => [name, ''])) })).toEqual(
    parseEnv(minimalEnv),
  )
})

test('PUBLIC_URL may end with a slash, which is dropped before paths are added to it', () => {
  for (const PUBLIC_URL of ['https://shop.example.com', 'https://shop.example.com/'])
    expect(parseEnv({ ...minimalEnv, PUBLIC_URL }).PUBLIC_URL).toBe('https://shop.example.com')
})

test.each([
  ['AUTH_SECRET_FALLBACKS', 'too-short'],
  ['SEAL_KEYS', 'no hexadecimal digits'],
  ['AUTH_SECRET', undefined],
  ['AUTH_SECRET', ''],
  ['AUTH_SECRET', 'too-short'],
  ['AUTH_SECRET', 'x'.repeat(64)],
  ['AUTH_SECRET', 'abcd1234'.repeat(8)],
  ['AUTH_SECRET', 'correct horse battery '.repeat(3)],
  ['AUTH_SECRET', '0123456789abcdefghijklmnopqrstuvwxyz'],
  ['AUTH_SECRET', 'change-me-tkT0xu1y9cZQ4wVh7eRj2NbLsPfDm8Ga'],
  ['DATABASE_URL', undefined],
  ['DATABASE_URL', 'mysql://127.0.0.1/shop'],
  ['DATABASE_URL', 'nonsense'],
  ['PORT', '70000'],
  ['PORT', 'x'],
  ['PUBLIC_URL', 'nowhere'],
  ['RATE_LIMIT_FACTOR', '0'],
  ['RATE_LIMIT_FACTOR', '-1'],
  ['DEMO', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['DEPOSIT_HOOK_SECRET', 'short'],
  ['DEPOSIT_HOOK_SECRET', 'x'.repeat(64)],
  ['METRICS_TOKEN', 'a-token-of-20-chars-'],
  ['PUBLIC_URL', 'http://shop.example.com'],
  ['PUBLIC_URL', 'http://192.168.0.2:3000'],
  ['PUBLIC_URL', 'http://127.0.0.1.example.com'],
  ['PUBLIC_URL', 'ftp://127.0.0.1'],
  ['PUBLIC_URL', 'https://shop.example.com/shop'],
  ['PUBLIC_URL', 'https://shop.example.com?from=ad'],
  ['TRUSTED_PROXIES', '10.0.0.0/8'],
  ['TRUSTED_PROXIES', '10.0.0.1, nginx'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['SMTP_URL', 'nonsense'],
  ['SMTP_URL', 'smtps://user:100%safe@mail.example.com'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
  ['SOLAPI_FROM', '02-123-4567'],
])('the variable at fault is named: %s = %s', (name, value) => {
  expect(() => parseEnv({ ...minimalEnv, [name]: value })).toThrow(new RegExp(`environment[\\s\\S]*\\n {2}${name}: `))
})

test('all faulty variables are named at once, without their values', () => {
  const wrong = { DATABASE_URL: 'mysql://secret-password', AUTH_SECRET: 'my-short-secret' }
  try {
    parseEnv(wrong)
    expect.unreachable()
  } catch (error) {
    const { message } = error as Error
    expect(message).toMatch(/DATABASE_URL[\s\S]*AUTH_SECRET/)
    expect(message).not.toMatch(/secret-password|my-short-secret/)
  }
})

test.each([
  [{ SMTP_URL: 'smtps://u:p@mail.example.com' }, ['MAIL_FROM']],
  [{ MAIL_FROM: 'shop@example.com' }, ['SMTP_URL']],
  [{ SOLAPI_API_KEY: 'key' }, ['SOLAPI_API_SECRET', 'SOLAPI_FROM']],
])('half of what only works together is told: %j misses %j', (given, missing) => {
  for (const name of missing) expect(() => parseEnv({ ...minimalEnv, ...given })).toThrow(`\n  ${name}: `)
  const none = Object.fromEntries(missing.map((name) => [name, '']))
  expect(() => parseEnv({ ...minimalEnv, ...given, ...none })).toThrow()
})

test('an environment with all variables of a group, or none, is complete', () => {
  const mail = { SMTP_URL: 'smtp://mail:25', MAIL_FROM: '상점 <shop@example.com>' }
  const text = { SOLAPI_API_KEY: 'key', SOLAPI_API_SECRET: 'secret', SOLAPI_FROM: '0212345678' }
  expect(parseEnv({ ...minimalEnv, ...mail, ...text })).toMatchObject({ ...mail, ...text })
  expect(parseEnv({ ...minimalEnv, SMTP_URL: '', MAIL_FROM: '', SOLAPI_FROM: '' }).SMTP_URL).toBeUndefined()
})

test('trusted proxies are a list, flags are words or digits', () => {
  const { TRUSTED_PROXIES, DEMO, ALLOW_PRIVATE_PROVIDERS } = parseEnv({
    ...minimalEnv,
    TRUSTED_PROXIES: ' 10.0.0.1, ::1 ,',
    DEMO: '1',
    ALLOW_PRIVATE_PROVIDERS: 'true',
  })
  expect({ TRUSTED_PROXIES, DEMO, ALLOW_PRIVATE_PROVIDERS }).toEqual({
    TRUSTED_PROXIES: ['10.0.0.1', '::1'],
    DEMO: true,
    ALLOW_PRIVATE_PROVIDERS: true,
  })
})

test.each([
  [{ PUBLIC_URL: 'https://shop.example.com' }, 'PUBLIC_URL'],
  [{ HOST: '0.0.0.0' }, 'HOST'],
  [{ HOST: '' }, 'HOST'],
  [{ HOST: '::' }, 'HOST'],
  [{ HOST: '192.168.0.2' }, 'HOST'],
])('a demo that others could reach, %j, does not start', (given, name) => {
  expect(() => parseEnv({ ...minimalEnv, ...given, DEMO: 'true' })).toThrow(`\n  ${name}: `)
  expect(parseEnv({ ...minimalEnv, ...given })).toMatchObject(given)
})

test.each(['http://127.0.0.1:3000', 'http://localhost:3001', 'http://[::1]:3000', 'https://localhost'])(
  'a demo at %s does',
  (PUBLIC_URL) => expect(parseEnv({ ...minimalEnv, PUBLIC_URL, DEMO: 'true' }).DEMO).toBe(true),
)

test('members’ webhooks to private addresses are never opened in a public shop', () => {
  const open = { ...minimalEnv, ALLOW_PRIVATE_WEBHOOKS: 'true' }
  expect(() => parseEnv({ ...open, PUBLIC_URL: 'https://shop.example.com' })).toThrow('\n  ALLOW_PRIVATE_WEBHOOKS: ')
  expect(parseEnv({ ...open, ALLOW_PRIVATE_PROVIDERS: 'true' }).ALLOW_PRIVATE_WEBHOOKS).toBe(true)
  expect(parseEnv({ ...minimalEnv, ALLOW_PRIVATE_PROVIDERS: 'true' }).ALLOW_PRIVATE_WEBHOOKS).toBe(false)
})

test('push services at private addresses are never opened in a public shop', () => {
  const open = { ...minimalEnv, ALLOW_PRIVATE_PUSH: 'true' }
  expect(() => parseEnv({ ...open, PUBLIC_URL: 'https://shop.example.com' })).toThrow('\n  ALLOW_PRIVATE_PUSH: ')
  expect(parseEnv(open)).toMatchObject({ ALLOW_PRIVATE_PUSH: true, ALLOW_PRIVATE_WEBHOOKS: false })
})

test('random secrets of 128 bits and more are taken, however they are spelt', () => {
  for (let round = 0; round < 500; round++)
    for (const AUTH_SECRET of [
      randomBytes(32).toString('hex'),
      randomBytes(24).toString('base64'),
      randomBytes(32).toString('base64url'),
    ])
      expect(parseEnv({ ...minimalEnv, AUTH_SECRET }).AUTH_SECRET).toBe(AUTH_SECRET)
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { loginCall } from '#lib/sessions/calls.ts'
import { registry } from '#lib/web/registry.ts'
import { isSecretPage } from '#lib/web/secret-pages.ts'
import { send } from '#lib/web/testing/caller.ts'

/** Names of fields that contain a secret. */
const secretName = /^(ticket|recoveryCodes|uri)$|(token|secret|apiKey)$/i

/** Names of all fields of an answer, nested ones included. */
function fieldsOf(schema: z.ZodType): string[] {
  const names: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as { properties?: object }
    if (properties) names.push(...Object.keys(properties))
    for (const each of Object.values(value)) walk(each)
  }
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }))
  return names
}

test('every call whose answer has a field for a secret says so', () => {
  const silent = registry
    .filter((call) => !call.secret)
    .flatMap((call) =>
      fieldsOf(call.answer)
        .filter((name) => secretName.test(name))
        .map((name) => `${call.method} ${call.path}: ${name}`),
    )
  expect(silent).toEqual([])
})

test('what holds a secret may be neither stored nor compressed by anybody on its way, nor may its refusal', async () => {
  const { headers } = await send(loginCall, { body: { id: 'nobody', password: 'nothing-1234' } })
  expect(headers['cache-control']).toBe('no-store, no-transform')
})

test.each([
  '/account',
  '/account?q=guess',
  '/account/',
  '//account',
  '/%61ccount',
  '/account.rsc?_rsc=1',
  '/api',
  '/reset-password?token=a.b.c',
  '/admin/outbox',
])('%s is a page with a secret', (url) => expect(isSecretPage(url)).toBe(true))

test.each(['/', '/order', '/order?next=/account', '/accounts', '/admin/orders', '/_next/static/chunks/account.js'])(
  '%s is none',
  (url) => expect(isSecretPage(url)).toBe(false),
)

import { afterEach, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { outgoingAddressPolicy } from '#lib/core/outgoing.ts'
import { webhookAddressPolicy } from './deliver-webhook.ts'

const allowed = env().ALLOW_PRIVATE_WEBHOOKS

afterEach(() => {
  env().ALLOW_PRIVATE_WEBHOOKS = allowed
})

test('hosts of webhooks are resolved without the operating system, which resolves two names at a time for all', () => {
  env().ALLOW_PRIVATE_WEBHOOKS = false
  expect(webhookAddressPolicy().resolve).not.toBe(outgoingAddressPolicy(false).resolve)
  expect(webhookAddressPolicy()).toMatchObject({ allowPrivate: false, serverKind: 'webhook' })
})

test('where private addresses are allowed, names of the machine’s own network are known', () => {
  env().ALLOW_PRIVATE_WEBHOOKS = true
  expect(webhookAddressPolicy().resolve).toBe(outgoingAddressPolicy(true).resolve)
})

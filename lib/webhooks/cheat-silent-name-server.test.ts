import { afterEach, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { addressPolicy } from '#lib/core/outgoing.ts'
import { webhookPolicy } from './deliver-webhook.ts'

const allowed = env().ALLOW_PRIVATE_WEBHOOKS

afterEach(() => {
  env().ALLOW_PRIVATE_WEBHOOKS = allowed
})

test('hosts of webhooks are resolved without the operating system, which resolves two names at a time for all', () => {
  env().ALLOW_PRIVATE_WEBHOOKS = false
  expect(webhookPolicy().resolve).not.toBe(addressPolicy(false).resolve)
  expect(webhookPolicy()).toMatchObject({ allowPrivate: false, to: 'webhook' })
})

test('where private addresses are allowed, names of the machine’s own network are known', () => {
  env().ALLOW_PRIVATE_WEBHOOKS = true
  expect(webhookPolicy().resolve).toBe(addressPolicy(true).resolve)
})

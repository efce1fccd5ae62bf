import { createHmac, randomUUID } from 'node:crypto'
import { validConnectionValues } from '#lib/connections/testing/connections.ts'

export type SignedWebhook = { headers: Record<string, string>; body: string }

type Signing = { secret?: string; id?: string; at?: Date }

/** A webhook signed as PortOne signs it (Standard Webhooks), by default with the secret of `validConnectionValues`. */
export function signWebhook(body: string, { secret, id = randomUUID(), at = new Date() }: Signing = {}): SignedWebhook {
  const key = Buffer.from(
    (secret ?? validConnectionValues('portone').webhookSecret ?? '').replace(/^whsec_/, ''),
    'base64',
  )
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  }
}

import { createHmac } from 'node:crypto'

/** The `x-signature` of a hook: HMAC-SHA256 of the timestamp, a dot and the body. Deposits come with it, webhooks go out with it. */
export const signatureOf = (secret: string, timestamp: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`

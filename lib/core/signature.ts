import { createHmac } from 'node:crypto'

/**
 * Value of the header `x-signature`: HMAC-SHA256 of the timestamp, a dot and the body. Used for incoming deposits and
 * outgoing webhooks.
 */
export const computeSignature = (secret: string, timestamp: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`

import { createECDH } from 'node:crypto'
import ece from 'http_ece'
import type { BrowserSubscription } from './schema.ts'

/** Bytes to which every message is padded, so that its size reveals nothing about its content. */
const PADDED_BYTES = 1_024

/** Encrypts a message for a browser (RFC 8291). The push service that carries the message can't read it. */
export function encryptPushMessage(content: string, { keys }: BrowserSubscription): Buffer {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  const plain = Buffer.from(content)
  return ece.encrypt(plain, {
    version: 'aes128gcm',
    dh: Buffer.from(keys.p256dh, 'base64url'),
    privateKey,
    authSecret: Buffer.from(keys.auth, 'base64url'),
    pad: Math.max(0, PADDED_BYTES - plain.length),
  })
}

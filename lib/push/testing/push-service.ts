import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import type { TestBrowser } from './browsers.ts'

export type ReceivedPush = { path: string; headers: Record<string, string | undefined>; body: Buffer }

/** Response of the fake push service; 'silence' for none. */
type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer } | 'silence'

export type FakePushService = {
  /** Beginning of the endpoints of browsers that use this push service. */
  url: string
  received: ReceivedPush[]
  /** Sets the response to further requests. */
  answer(next: Answer): void
  stop(): void
}

/**
 * Starts a fake push service on loopback, which stores what it receives. It responds with 201 until `answer` is called.
 */
export async function startFakePushService(): Promise<FakePushService> {
  const received: ReceivedPush[] = []
  let next: Answer = { status: 201 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = request.headers as Record<string, string | undefined>
    received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks) })
    if (next !== 'silence') response.writeHead(next.status, next.headers).end(next.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`,
    received,
    answer: (given) => {
      next = given
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/**
 * Decrypts a message as a browser does (RFC 8291 and 8188). It doesn't use the library that encrypts messages, so that
 * tests notice a mistake of the library.
 * @throws Error the message was encrypted for another browser
 */
export function decryptPush({ subscription: { keys }, privateKey }: TestBrowser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const senderKey = body.subarray(21, keyEnd)
  const [ownKey, auth] = [keys.p256dh, keys.auth].map((each) => Buffer.from(each, 'base64url')) as [Buffer, Buffer]
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey])
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/**
 * Verifies the token in a request's `Authorization` header as a push service does: the token must be signed by the key
 * in the same header, for this push service's origin. Returns the key, the seconds until the token expires, and its
 * contact.
 */
export async function verifyVapid({ headers }: ReceivedPush, service: FakePushService) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as Parameters<typeof importJWK>[0], 'ES256')
  const { payload } = await jwtVerify(token, key, { audience: new URL(service.url).origin })
  return { publicKey, lifetime: (payload.exp ?? 0) - Date.now() / 1_000, subject: payload.sub }
}

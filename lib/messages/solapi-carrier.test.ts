import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SHORT_TIMEOUT_MS } from '#lib/core/testing/short-timeout.ts'
import { solapiCarrier } from './solapi-carrier.ts'

const letter = { id: 1, to: '01012345678', subject: '인증번호 안내', body: '인증번호 12345 · 3분 안에 입력해 주세요.' }
const [key, secret, from] = ['NCSKEY', 'the-secret', '0212345678']

type SolapiAnswer = { status?: number; body?: unknown; silent?: boolean }
type SeenRequest = { path: string; authorization: string; body: unknown }

let server: Server
let answer: SolapiAnswer
let seenRequests: SeenRequest[]

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Starts a stand-in for Solapi that records requests and gives the answer that the test has set. */
beforeEach(async () => {
  seenRequests = []
  server = createServer(async (request, response) => {
    const { url = '', headers } = request
    seenRequests.push({
      path: url,
      authorization: headers.authorization ?? '',
      body: JSON.parse(await readBody(request)),
    })
    if (answer.silent) return
    const { status = 200, body } = answer
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function send(given: SolapiAnswer, timeout = 5_000) {
  answer = given
  const { port } = server.address() as AddressInfo
  return solapiCarrier({ url: `http://127.0.0.1:${port}`, key, secret, from, timeout })(letter)
}

const acceptedBody = { groupId: 'G4V', messageId: 'M4V', statusCode: '2000', statusMessage: '정상 접수', to: letter.to }

test('a message goes out signed over its date and salt, never with the same signature twice', async () => {
  expect([await send({ body: acceptedBody }), await send({ body: acceptedBody })]).toEqual([
    { kind: 'sent' },
    { kind: 'sent' },
  ])
  const [first, second] = seenRequests
  expect(first).toMatchObject({
    path: '/messages/v4/send',
    body: { message: { to: '01012345678', from, text: '인증번호 12345 · 3분 안에 입력해 주세요.' } },
  })
  const parts = /^HMAC-SHA256 apiKey=NCSKEY, date=(\S+), salt=(\w{12,64}), signature=([0-9a-f]{64})$/
  const [, date = '', salt = '', signature] = parts.exec(first?.authorization ?? '') ?? []
  expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000)
  expect(signature).toBe(
    createHmac('sha256', secret)
      .update(date + salt)
      .digest('hex'),
  )
  expect(second?.authorization).not.toBe(first?.authorization)
})

test.each([
  [{ body: { ...acceptedBody, statusCode: '3014', statusMessage: '01012345678 번호 오류' } }, 'refused', 'SOLAPI 3014'],
  [
    { status: 400, body: { errorCode: 'ValidationError', errorMessage: '01012345678' } },
    'refused',
    'SOLAPI ValidationError',
  ],
  [{ status: 400, body: { errorCode: 'NotEnoughBalance' } }, 'later', 'SOLAPI NotEnoughBalance'],
  [{ status: 403, body: { errorCode: 'SignatureDoesNotMatch' } }, 'later', 'SOLAPI SignatureDoesNotMatch'],
  [{ status: 429, body: '' }, 'later', 'SOLAPI 429'],
  [{ status: 500, body: 'oops' }, 'unknown', 'SOLAPI 500'],
  [{ body: '<html>' }, 'unknown', 'SOLAPI UNREADABLE'],
  [{ body: '[]' }, 'unknown', 'SOLAPI UNREADABLE'],
  [{ status: 400, body: { errorCode: '번호 01012345678' } }, 'refused', 'SOLAPI'],
])('%j is %s', async (given, kind, fault) => {
  expect(await send(given)).toEqual({ kind, fault })
})

test('an answer that never comes leaves the outcome unknown; nobody there is surely not sent', async () => {
  expect(await send({ silent: true }, SHORT_TIMEOUT_MS)).toEqual({ kind: 'unknown', fault: 'TIMED_OUT' })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
  const carrier = solapiCarrier({ url: `http://127.0.0.1:${port}`, key, secret, from })
  expect(await carrier(letter)).toEqual({ kind: 'later', fault: 'UNREACHABLE' })
})

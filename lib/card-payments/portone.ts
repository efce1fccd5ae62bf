import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import type { RequestHead } from '#lib/core/call.ts'
import { clock, minutesInMs } from '#lib/core/clock.ts'
import { isSameBytes, randomCharacters } from '#lib/core/crypto.ts'
import { callOutsideService, parseJson, refusalText } from '#lib/deposits/sources/call-outside-service.ts'
import { SourceError } from '#lib/deposits/sources/source.ts'
import { forgedWebhook } from './errors.ts'
import { cancellationReason } from './labels.ts'
import type { ReportedPayment } from './rules.ts'

// Requests to PortOne's V2 API and its responses (docs/sources.md#portone).

export type PortoneConnection = DecryptedConnection<'portone'>

const SERVICE = '포트원'
const MAX_SKEW_MS = minutesInMs(5)
/**
 * Timeout of the request for a cancellation; shorter than PortOne recommends. If there is no response by then, the
 * cancellation is requested again with the same key.
 */
const CANCEL_TIMEOUT_MS = 15_000

const won = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

const paymentAnswer = z.object({
  id: z.string(),
  status: z.string(),
  storeId: z.string(),
  channel: z.object({ type: z.string(), key: z.string().optional() }).optional(),
  currency: z.string(),
  amount: z.object({ total: won, cancelled: won }),
  method: z.looseObject({ type: z.string() }).optional(),
  cancellations: z
    .array(
      z.object({ id: z.string().default(''), status: z.string(), totalAmount: won, reason: z.string().default('') }),
    )
    .default([]),
})

const virtualAccount = z.object({
  type: z.literal('PaymentMethodVirtualAccount'),
  bank: z.string().max(50).default(''),
  accountNumber: z.string().max(50),
  remitteeName: z.string().max(100).default(''),
  expiredAt: z.iso.datetime({ offset: true }).nullish(),
})

const refusalAnswer = z.object({ type: z.string(), message: z.string().nullish(), pgMessage: z.string().nullish() })

type Refusal = { type: string; text: string }

const secretsOf = (connection: PortoneConnection): string[] => [
  connection.value('apiSecret'),
  connection.value('webhookSecret'),
]

function refusalOf(connection: PortoneConnection, text: string): Refusal | null {
  const parsed = refusalAnswer.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { type, message, pgMessage } = parsed.data
  return { type, text: refusalText(pgMessage ?? message ?? type, secretsOf(connection)) }
}

/** `key` is sent as Idempotency-Key; `timeout` is in milliseconds. */
type PortoneRequest = { method: 'GET' | 'POST'; path: string; body?: object; key?: string; timeout?: number }

async function sendRequest(connection: PortoneConnection, { method, path, body, key, timeout }: PortoneRequest) {
  const answer = await callOutsideService({
    service: SERVICE,
    url: `${connection.address}${path}`,
    method,
    headers: {
      authorization: `PortOne ${connection.value('apiSecret')}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': `"${key}"` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(timeout && { timeout }),
  })
  return { ...answer, refusal: answer.status === 200 ? null : refusalOf(connection, answer.text) }
}

const unreadable = () =>
  new SourceError('UNREADABLE', `${SERVICE}의 답을 읽을 수 없어요. 잠시 뒤에 다시 확인해 주세요.`)

/** Error for a request to which PortOne responded with a status other than 200. */
function failureOf({ status, refusal }: { status: number; refusal: Refusal | null }): SourceError {
  if (status === 401 || refusal?.type === 'UNAUTHORIZED')
    return new SourceError('KEY', `${SERVICE}이 API 시크릿을 받지 않아요. V2 API의 시크릿인지 확인해 주세요.`)
  if (status === 403 || refusal?.type === 'FORBIDDEN')
    return new SourceError('KEY', `${SERVICE}이 상점 아이디를 받지 않아요. 상점 아이디를 확인해 주세요.`)
  if (status === 429) return new SourceError('BUSY', `${SERVICE}이 잠시 뒤에 다시 묻기를 원해요.`)
  if (!refusal) return unreadable()
  return new SourceError('REFUSED', `${SERVICE}이 요청을 받지 않았어요. ${refusal.text}.`)
}

function parseReportedPayment(text: string, paymentId: string): ReportedPayment {
  const parsed = paymentAnswer.safeParse(parseJson(text))
  if (!parsed.success || parsed.data.id !== paymentId) throw unreadable()
  const { id, status, storeId, channel, currency, amount, method, cancellations } = parsed.data
  const parsedAccount = virtualAccount.safeParse(method)
  return {
    ...{ id, status, storeId, currency, ...amount },
    channelKey: channel?.key ?? null,
    isLive: channel?.type === 'LIVE',
    cancellations: cancellations.map(({ totalAmount, ...each }) => ({ ...each, amount: totalAmount })),
    account: parsedAccount.success
      ? {
          bank: parsedAccount.data.bank,
          number: parsedAccount.data.accountNumber,
          holder: parsedAccount.data.remitteeName,
          dueAt: parsedAccount.data.expiredAt ?? null,
        }
      : null,
  }
}

/**
 * Asks PortOne about a payment. Returns null if PortOne doesn't know it, for example because the member hasn't opened
 * the payment window yet.
 * @throws SourceError
 */
export async function fetchPayment(connection: PortoneConnection, paymentId: string): Promise<ReportedPayment | null> {
  const path = `/payments/${encodeURIComponent(paymentId)}?storeId=${encodeURIComponent(connection.value('storeId'))}`
  const answer = await sendRequest(connection, { method: 'GET', path })
  if (answer.status === 200) return parseReportedPayment(answer.text, paymentId)
  if (answer.status === 404 && answer.refusal?.type === 'PAYMENT_NOT_FOUND') return null
  throw failureOf(answer)
}

/**
 * A cancellation to request. `amount` is in won, and so is `cancellable`, the amount of the payment that could still be
 * cancelled before. `key` identifies the cancellation: requesting it again changes nothing.
 */
export type CancellationRequest = { paymentId: string; key: string; amount: number; cancellable: number }

/**
 * PortOne's answer to a requested cancellation. `remoteId`: PortOne's id of the cancellation; null if the answer
 * contains none. `refused`: Korean text of a final refusal; null if PortOne didn't refuse.
 */
export type CancellationAnswer = { remoteId: string | null; refused: string | null }

const cancelAnswer = z.object({ cancellation: z.object({ id: z.string().max(200) }) })

/** Types of refusals that aren't final: PortOne may still carry the request out, or accept it later. */
const temporaryRefusals = new Set(['IDEMPOTENCY_OUTSTANDING_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN'])

/**
 * Requests a cancellation, and returns PortOne's answer. PortOne refuses the cancellation if another amount was
 * cancelled after `cancellable` was read. An accepted request doesn't prove that the money went back: ask about the
 * payment afterwards.
 * @throws SourceError PortOne gave no final answer: it may have carried the request out, or may accept it later
 */
export async function cancelPayment(
  connection: PortoneConnection,
  { paymentId, key, amount, cancellable }: CancellationRequest,
): Promise<CancellationAnswer> {
  const body = {
    storeId: connection.value('storeId'),
    amount,
    currentCancellableAmount: cancellable,
    reason: cancellationReason(key),
    requester: 'ADMIN',
  }
  const path = `/payments/${encodeURIComponent(paymentId)}/cancel`
  const answer = await sendRequest(connection, { method: 'POST', path, body, key, timeout: CANCEL_TIMEOUT_MS })
  if (answer.status === 200) {
    const done = cancelAnswer.safeParse(parseJson(answer.text))
    return { remoteId: done.success ? done.data.cancellation.id : null, refused: null }
  }
  const { status, refusal } = answer
  if (!refusal || status === 429 || temporaryRefusals.has(refusal.type)) throw failureOf(answer)
  return { remoteId: null, refused: failureOf(answer).sentence }
}

/**
 * Checks whether PortOne accepts the stored values, by asking it about a payment that can't exist.
 * @throws SourceError
 */
export async function checkPortone(connection: PortoneConnection): Promise<void> {
  if (secretBytes(connection.value('webhookSecret')).length < 16)
    throw new SourceError('KEY', '웹훅 시크릿이 올바르지 않아요. whsec_로 시작하는 값을 다시 복사해 주세요.')
  await fetchPayment(connection, `CHECK${randomCharacters(20, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789')}`)
}

const secretBytes = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/**
 * Verifies a webhook as Standard Webhooks prescribe: the signature is the HMAC-SHA256 of id, timestamp and body, and
 * the timestamp is at most five minutes from now.
 * @throws UNAUTHENTICATED
 */
export function verifyPortoneWebhook(
  connection: PortoneConnection,
  { header }: Pick<RequestHead, 'header'>,
  body: Buffer,
): void {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(name),
  )
  const seconds = /^\d{1,11}$/.test(timestamp ?? '') ? Number(timestamp) : Number.NaN
  const key = secretBytes(connection.value('webhookSecret'))
  const skew = Math.abs(clock.now().getTime() - seconds * 1_000)
  if (!id || !signatures || key.length === 0 || !(skew <= MAX_SKEW_MS)) throw forgedWebhook()
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const isRight = signatures
    .split(' ')
    .some((each) => each.startsWith('v1,') && isSameBytes(Buffer.from(each.slice(3), 'base64'), expected))
  if (!isRight) throw forgedWebhook()
}

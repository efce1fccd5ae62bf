import { z } from 'zod'
import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { isSameBytes, sha256 } from '#lib/core/crypto.ts'
import { toStorableText } from '#lib/core/storable.ts'
import { callOutsideService, parseJson } from './call-outside-service.ts'
import {
  type ChargeRegistration,
  type DepositSource,
  type DepositsAnswer,
  ForgedWebhook,
  SourceError,
  UnreadableWebhook,
} from './source.ts'

// docs/sources.md describes the protocol and says where each part of it is documented.

const SERVICE = '페이액션'
/** PayAction's status of an order whose deposit it has found. */
const MATCHED = '매칭완료'

/** A response of PayAction. An error may come with HTTP 200, too; then only `status` shows that the request failed. */
const answerSchema = z.object({
  status: z.string(),
  response: z.object({ message: z.string().optional() }).loose().nullish(),
  error: z.object({ code: z.string().optional(), message: z.string().optional() }).loose().nullish(),
  order: z.unknown().optional(),
})

/** A response of PayAction, with its HTTP status; `isDone` is true if the request succeeded. */
type Answer = { isDone: boolean; status: number; code: string; message: string; order: unknown }

const webhookSchema = z.object({
  order_number: z.string().trim().min(1).max(64),
  order_status: z.string().max(40),
  processing_date: z.string().max(40).nullish(),
})

const orderSchema = z.object({
  order_number: z.string(),
  order_status: z.string(),
  order_amount: z.number().int().positive().max(1_000_000_000_000),
  billing_name: z.string().trim().min(1).max(100),
  processing_date: z.string().max(40).nullish(),
})

const keyRefused = () =>
  new SourceError('KEY', '페이액션이 API 키나 상점 ID를 받아 주지 않았어요. 대시보드의 값과 같은지 확인해 주세요.')

const unreadable = () =>
  new SourceError('UNREADABLE', '페이액션의 응답을 읽을 수 없어요. 계속되면 페이액션에 문의해 주세요.')

/** True if an error is about the shop's key or mall id, and not about the order in the request. */
const isAboutKey = ({ status, code, message }: Answer): boolean =>
  status === 401 || status === 403 || /AUTH|API_KEY|MALL/i.test(code) || /(API ?키|인증|상점)/i.test(message)

type Request = { method: 'GET' | 'POST'; path: string; body?: unknown }

/**
 * Sends a request to PayAction. Returns its response, which may also be an error that is about the order.
 * @throws SourceError any other failure
 */
async function callPayaction(
  connection: DecryptedConnection<'payaction'>,
  { method, path, body }: Request,
): Promise<Answer> {
  const { status, text } = await callOutsideService({
    service: SERVICE,
    url: `${connection.address}${path}`,
    method,
    headers: {
      accept: 'application/json',
      'x-api-key': connection.value('apiKey'),
      'x-mall-id': connection.value('mallId'),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (status === 429) throw new SourceError('BUSY', '페이액션이 요청을 잠시 받지 않아요. 조금 뒤에 저절로 다시 해요.')
  if (status >= 500) throw new SourceError('UNREACHABLE', '페이액션에 장애가 있어요. 저절로 다시 시도해요.')
  const parsed = answerSchema.safeParse(parseJson(text))
  // An error page of a gateway, or the page for an unknown path, isn't JSON.
  if (!parsed.success) {
    if (status === 401 || status === 403) throw keyRefused()
    if (status === 404 || status === 405) return { isDone: false, status, code: '', message: '', order: undefined }
    throw unreadable()
  }
  const { status: outcome, response, error, order } = parsed.data
  const answer: Answer = {
    isDone: outcome === 'success' && status < 300,
    status,
    code: error?.code ?? '',
    message: error?.message ?? response?.message ?? '',
    order: order ?? response,
  }
  if (!answer.isDone && isAboutKey(answer)) throw keyRefused()
  return answer
}

const refused = ({ message }: Answer) =>
  new SourceError('REFUSED', `페이액션이 요청을 거절했어요. ${toStorableText(message, 100)}`.trim())

/** A time in ISO 8601 with the offset of Seoul, as PayAction requires it. */
const seoulTime = (iso: string): string =>
  new Date(Date.parse(iso) + 9 * 3_600_000).toISOString().replace(/\.\d{3}Z$/, '+09:00')

/**
 * Parses a time of PayAction. A time without an offset is Seoul's; a time in the future becomes the present. Null if
 * the text can't be read.
 */
function readTime(text: string | null | undefined): string | null {
  if (!text) return null
  const iso = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text.replace(' ', 'T')}+09:00`
  const time = Date.parse(iso)
  return Number.isNaN(time) ? null : new Date(Math.min(time, Date.now())).toISOString()
}

const pathOf = (orderNumber: string): string => `/orders/${encodeURIComponent(orderNumber)}`

const isUnknownOrder = ({ code }: Answer): boolean => code === 'ORDER_NOT_FOUND'

const isSameSecret = (given: string | undefined, expected: string): boolean =>
  expected !== '' && isSameBytes(sha256(given ?? ''), sha256(expected))

/**
 * Makes the deposit for a webhook if PayAction can't be asked about it. Uses the registered name and amount, and the
 * time in the webhook (now, if it has none). Such a deposit is only a suggestion to staff.
 */
const webhookDeposit = (order: ChargeRegistration, processed: unknown): DepositsAnswer => ({
  is: 'DEPOSITS',
  deposits: [
    {
      id: order.orderNumber,
      name: order.name,
      amount: order.amount,
      at: readTime(typeof processed === 'string' ? processed : null) ?? new Date().toISOString(),
      precision: 'EXACT',
      isProved: false,
    },
  ],
})

function provedDeposit(answer: Answer, order: ChargeRegistration): DepositsAnswer {
  const parsed = orderSchema.safeParse(answer.order)
  if (!parsed.success || parsed.data.order_number !== order.orderNumber) throw unreadable()
  const { order_status: status, order_amount: amount, billing_name: name, processing_date: processed } = parsed.data
  if (status !== MATCHED) return { is: 'NOT_YET' }
  const at = readTime(processed) ?? new Date().toISOString()
  // If PayAction reports data other than those registered for the charge, staff have to check them.
  const isProved = amount === order.amount && name === order.name.trim()
  const deposit = { id: order.orderNumber, name, amount, at, precision: 'EXACT', isProved } as const
  return { is: 'DEPOSITS', deposits: [deposit] }
}

/**
 * PayAction. The shop registers each charge as an order. A webhook contains the number of an order that was paid,
 * without an amount or a name.
 */
export const payaction: DepositSource<'payaction'> = {
  kind: 'payaction',

  async check(connection) {
    // Cancels an order whose number can't exist. This changes nothing. If the key is correct, PayAction responds that
    // it doesn't know the order.
    const answer = await callPayaction(connection, { method: 'POST', path: `${pathOf('connection-check-0')}/cancel` })
    if (!answer.isDone && !isUnknownOrder(answer)) throw keyRefused()
  },

  async register(connection, order) {
    const answer = await callPayaction(connection, {
      method: 'POST',
      path: '/order',
      body: {
        order_number: order.orderNumber,
        order_amount: order.amount,
        order_date: seoulTime(order.createdAt),
        auto_cancel_date: seoulTime(order.expiresAt),
        billing_name: order.name.trim(),
        orderer_name: order.name.trim(),
      },
    })
    // True if the order is already registered, because the response to an earlier attempt was lost.
    const isKnown = /(이미|중복)/.test(answer.message) || /EXISTS|DUPLICATE/i.test(answer.code)
    if (!answer.isDone && !isKnown) throw refused(answer)
    return { remoteId: null }
  },

  async withdraw(connection, order) {
    const answer = await callPayaction(connection, { method: 'POST', path: `${pathOf(order.orderNumber)}/cancel` })
    const isGone = isUnknownOrder(answer) || /이미/.test(answer.message) || /ALREADY/i.test(answer.code)
    if (!answer.isDone && !isGone) throw refused(answer)
  },

  receive(connection, { header, body }) {
    const isGenuine =
      isSameSecret(header('x-webhook-key'), connection.value('webhookKey')) &&
      isSameSecret(header('x-mall-id'), connection.value('mallId'))
    if (!isGenuine) throw new ForgedWebhook()
    const parsed = webhookSchema.safeParse(parseJson(body.toString('utf8')))
    if (!parsed.success) throw new UnreadableWebhook()
    const { order_number: id, order_status: status, processing_date: processed } = parsed.data
    const content = { status, processed: processed ?? null }
    return {
      // PayAction counts any other body, even one with more fields, as a failure, and stops sending webhooks after
      // three failures.
      answer: { status: 200, type: 'application/json', text: '{"status":"success"}' },
      reports: status === MATCHED ? [{ id, content }] : [],
    }
  },

  reportsOrdersOnly: true,

  async ask(connection, { content }, order) {
    if (!order) return { is: 'NOT_YET' }
    const answer = await callPayaction(connection, { method: 'GET', path: pathOf(order.orderNumber) })
    if (answer.isDone) return provedDeposit(answer, order)
    if (isUnknownOrder(answer)) return { is: 'NOT_YET' }
    const isUnsupported = [404, 405, 410].includes(answer.status)
    if (!isUnsupported) throw refused(answer)
    return content.status === MATCHED ? webhookDeposit(order, content.processed) : { is: 'NOT_YET' }
  },

  reportOf: ({ orderNumber }) => ({ id: orderNumber, content: {} }),
}

import { z } from 'zod'
import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { callOutsideService, parseJson, refusalText } from './call-outside-service.ts'
import {
  type ChargeRegistration,
  type DepositSource,
  type DepositsAnswer,
  SourceError,
  UnreadableWebhook,
} from './source.ts'

// docs/sources.md describes the protocol and says where each part of it is documented.

const SERVICE = '벤타'

/** Id of a payment, as Benta returns it when the payment is created and as webhooks name it. */
const paymentId = z.string().regex(/^[\w-]{8,80}$/)

const webhookSchema = z.object({ payment_id: paymentId })

/** An error, which Benta sends with HTTP 200 like a success. */
const refusalSchema = z.object({ error: z.string().min(1), error_msg: z.string().nullish() })

const createdSchema = z.object({ payToken: paymentId })

const paymentSchema = z.object({
  id: z.string(),
  status: z.string(),
  method: z.string(),
  paid_amount: z.int().positive().max(1_000_000_000_000),
  verified_ts: z.string().max(40).nullish(),
})

const keyRefused = () =>
  new SourceError('KEY', '벤타가 API 토큰을 받아 주지 않았어요. 벤타 관리 화면의 값과 같은지 확인해 주세요.')

const unreadable = () => new SourceError('UNREADABLE', '벤타의 응답을 읽을 수 없어요. 계속되면 벤타에 문의해 주세요.')

/** Benta's response. `refusal` is null for a success; `value` is the content of a success, undefined for a refusal. */
type Answer = { refusal: { code: string; message: string } | null; value: unknown }

/** True if an error code is about the shop's API token, and not about the token of a payment (`payToken`). */
const isAboutKey = (code: string): boolean => /TOKEN|AUTH|API_?KEY|PERMISSION/.test(code) && !/PAY/.test(code)

/** True if an error code is about the payment: Benta knows no payment with this id, or it isn't paid. */
const isAboutPayment = (code: string): boolean => /PAY|NOT_?FOUND|^NO_/.test(code)

/** True if an error code says that an earlier request has already confirmed the payment. */
const isConfirmedBefore = (code: string): boolean => /ALREADY|COMPLETE/.test(code)

/**
 * Sends a request to Benta. Returns its response, which may also be a refusal that is about the payment.
 * @throws SourceError any other failure
 */
async function callBenta(
  connection: DecryptedConnection<'benta'>,
  path: string,
  content: Readonly<Record<string, string>>,
): Promise<Answer> {
  const apiToken = connection.value('apiToken')
  const { status, text } = await callOutsideService({
    service: SERVICE,
    url: `${connection.address}${path}`,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ token: apiToken, ...content }),
  })
  if (status === 429) throw new SourceError('BUSY', '벤타가 요청을 잠시 받지 않아요. 조금 뒤에 저절로 다시 해요.')
  if (status >= 500) throw new SourceError('UNREACHABLE', '벤타에 장애가 있어요. 저절로 다시 시도해요.')
  const value = parseJson(text)
  const refusal = refusalSchema.safeParse(value)
  if (refusal.success) {
    const code = refusal.data.error.slice(0, 60).toUpperCase()
    if (isAboutKey(code)) throw keyRefused()
    return { refusal: { code, message: refusalText(refusal.data.error_msg ?? code, [apiToken]) }, value: undefined }
  }
  if (status === 401 || status === 403) throw keyRefused()
  if (status >= 300 || value === undefined) throw unreadable()
  return { refusal: null, value }
}

const refused = ({ message }: NonNullable<Answer['refusal']>) =>
  new SourceError('REFUSED', `벤타가 요청을 거절했어요: ${message}. 계속되면 벤타에 문의해 주세요.`)

/** Time at which Benta verified a payment; the present time if the response has none, or one in the future. */
function verifiedAt(text: string | null | undefined): string {
  const time = Date.parse(text ?? '')
  return new Date(Number.isNaN(time) ? Date.now() : Math.min(time, Date.now())).toISOString()
}

/**
 * Makes the deposit of a payment, with the depositor's name of the payment's charge. Benta itself reports no name. But
 * each payment belongs to one charge, and Benta has compared the name that the payer entered on its page with the name
 * of the transfer.
 */
const depositOf = (order: ChargeRegistration, id: string, paid: { amount: number; at: string; isProved: boolean }) =>
  ({ is: 'DEPOSITS', deposits: [{ id, name: order.name, precision: 'EXACT', ...paid }] }) satisfies DepositsAnswer

function paidDeposit(order: ChargeRegistration, id: string, value: unknown): DepositsAnswer {
  const parsed = paymentSchema.safeParse(value)
  if (!parsed.success || parsed.data.id !== id) throw unreadable()
  const { status, method, paid_amount: amount, verified_ts: verified } = parsed.data
  // A payment by voucher brings no money to the shop's account.
  if (status !== 'COMPLETE' || method !== 'DEPOSIT') return { is: 'NOT_YET' }
  return depositOf(order, id, { amount, at: verifiedAt(verified), isProved: true })
}

/** Benta. The shop creates a payment for each charge. A webhook contains only the id of a payment that was paid. */
export const benta: DepositSource<'benta'> = {
  kind: 'benta',
  // Benta's webhooks have neither a signature nor a key.
  reportsOrdersOnly: true,

  async check(connection) {
    // Tries to confirm a payment that can't exist. This changes nothing. If the token is correct, Benta refuses because
    // of the payment.
    const { refusal } = await callBenta(connection, '/payments/confirm', { payToken: 'connection-check-0' })
    if (!refusal) throw unreadable()
    if (!isAboutPayment(refusal.code)) throw refused(refusal)
  },

  async register(connection, order) {
    const title = `포인트 충전 ${order.amount.toLocaleString('ko-KR')}원 · 입금자명 ${order.name.trim()}`
    const answer = await callBenta(connection, '/payments', { title, identifier: order.orderNumber })
    if (answer.refusal) throw refused(answer.refusal)
    const created = createdSchema.safeParse(answer.value)
    if (!created.success) throw unreadable()
    return { remoteId: created.data.payToken }
  },

  receive(_, { body }) {
    const parsed = webhookSchema.safeParse(parseJson(body.toString('utf8')))
    if (!parsed.success) throw new UnreadableWebhook()
    return {
      answer: { status: 200, type: 'application/json', text: '{"result":"OK"}' },
      reports: [{ id: parsed.data.payment_id, content: {} }],
    }
  },

  async ask(connection, _, order) {
    if (!order?.remoteId) return { is: 'NOT_YET' }
    const id = order.remoteId
    const { refusal, value } = await callBenta(connection, '/payments/confirm', { payToken: id })
    if (!refusal) return paidDeposit(order, id, value)
    // An earlier request confirmed the payment, but its response was lost. Benta doesn't report the amount again, so
    // staff have to check the deposit.
    if (isConfirmedBefore(refusal.code))
      return depositOf(order, id, { amount: order.amount, at: new Date().toISOString(), isProved: false })
    if (isAboutPayment(refusal.code)) return { is: 'NOT_YET' }
    throw refused(refusal)
  },

  reportOf: ({ remoteId, orderNumber }) => ({ id: remoteId ?? orderNumber, content: {} }),
}

import type { ConnectionKind } from '#lib/connections/labels.ts'
import type { OpenConnection } from '#lib/connections/open-connection.ts'
import type { DepositPrecision } from '../labels.ts'
import type { NewBankRow } from '../statements/store-rows.ts'
import type { SourceKind } from './labels.ts'

/**
 * A deposit that a service reports. `id` is the service's own id, the same each time it reports this deposit; the shop
 * stores it once, as `<kind>:<id>`. `amount` is in won.
 */
export type SourceDeposit = {
  id: string
  name: string
  amount: number
  /** When the bank booked it, in ISO 8601 with an offset. */
  at: string
  precision: DepositPrecision
  /**
   * True if the service itself reported the deposit in an answer to the shop. False if the shop knows it only from a
   * webhook: such a deposit is only a suggestion to staff and never credits without them.
   */
  isProved: boolean
}

/** A charge that a service should look for. `amount` is in won; times are ISO 8601. */
export type SourceOrder = {
  /** Unguessable, 20 letters and digits; only the shop and the service know it. */
  orderNumber: string
  /** The service's own id of the order, if it gave one when it was registered. */
  remoteId: string | null
  name: string
  amount: number
  createdAt: string
  expiresAt: string
}

/**
 * What a webhook reports, and the shop then asks the service about. `id` is the service's id of it: once the service
 * has confirmed a report, further webhooks with its id are ignored.
 */
export type SourceReport = { id: string; content: Readonly<Record<string, unknown>> }

/** A webhook as it arrived; header names are in lower case. */
export type SourceWebhook = { header(name: string): string | undefined; body: Buffer }

/** The exact answer that the service requires, and the reports to ask it about. */
export type ReceivedWebhook = { answer: WebhookAnswer; reports: readonly SourceReport[] }

export type WebhookAnswer = { status: 200; type: 'application/json' | 'text/plain'; text: string }

/**
 * Answer to a question about a report or an order. NOT_YET: the service knows no deposit for it yet, or doesn't know
 * the order; the shop asks again, and gives up after some tries. UNANSWERABLE: the service has no call for such
 * questions.
 */
export type AskedDeposits =
  | { is: 'DEPOSITS'; deposits: readonly SourceDeposit[] }
  | { is: 'NOT_YET' }
  | { is: 'UNANSWERABLE' }

/**
 * What an answer leaves open. UNFINISHED: the service is still working, so it is unknown whether the connection works.
 * An error: the service answered, but failed to do what was asked; it is recorded like a failed request.
 */
export type Unsettled = 'UNFINISHED' | SourceError

/**
 * All rows of the account in a poll, oldest first, with the balance after each, for the comparison of a day's money.
 * `account` is the kind and the last digits of the account, which tell rows of different accounts apart.
 */
export type PolledStatement = { account: string; rows: readonly NewBankRow[] }

/**
 * Result of a poll. `cursor` is any JSON that the adapter wants back at its next poll; it is stored after the deposits.
 * `again`: seconds until the next poll, for a service that is still working on a job; the default if absent.
 */
export type PolledDeposits = {
  deposits: readonly SourceDeposit[]
  cursor: unknown
  again?: number
  unsettled?: Unsettled
  /** Absent if the service reports only deposits. */
  statement?: PolledStatement
}

/** A day of the account by the service's records: its credits, and the balance in won after its last row. */
export type ReconciledDay = { deposits: readonly SourceDeposit[]; balance: number | null }

/**
 * Why a request to a service failed. KEY: the service refuses the key or the account. REFUSED: it refuses this request,
 * and would refuse it again. BUSY: it asks to wait. UNREACHABLE: no connection, or no answer. UNREADABLE: the adapter
 * can't read the answer.
 */
export type SourceFault = 'KEY' | 'REFUSED' | 'BUSY' | 'UNREACHABLE' | 'UNREADABLE'

/** A failed request to a service. `sentence` says in Korean why, and what staff can do; it contains no secret. */
export class SourceError extends Error {
  readonly fault: SourceFault
  readonly sentence: string

  constructor(fault: SourceFault, sentence: string) {
    super(`${fault}: ${sentence}`)
    this.name = 'SourceError'
    this.fault = fault
    this.sentence = sentence
  }
}

/** Thrown by `receive` for a webhook that the service didn't send: it is answered 401, and nothing is stored. */
export class ForgedWebhook extends Error {}

/** Thrown by `receive` for a webhook of the service that can't be read: it is answered 400. */
export class UnreadableWebhook extends Error {}

/**
 * Adapter of one service that reports deposits. It translates between the service's protocol and the types above; it
 * has no state, opens no transaction and credits nothing. All of its requests throw SourceError when they fail, may be
 * repeated, and may have arrived although they failed.
 */
export type DepositSource<K extends ConnectionKind = SourceKind> = {
  kind: K & SourceKind
  /** Asks the service whether it accepts the stored values. Changes nothing at the service. */
  check(connection: OpenConnection<K>): Promise<void>
  /**
   * Registers a charge in advance. A second call with the same order changes nothing. Returns the service's own id of
   * the order, if it gives one. Absent for a service that reports all deposits without it.
   */
  register?(connection: OpenConnection<K>, order: SourceOrder): Promise<{ remoteId: string | null }>
  /** Withdraws a registered charge. Succeeds if the service doesn't know it or has withdrawn it already. */
  withdraw?(connection: OpenConnection<K>, order: SourceOrder): Promise<void>
  /**
   * Verifies a webhook and returns the answer to it. Sends no request. Absent for a service without webhooks.
   * @throws ForgedWebhook; UnreadableWebhook
   */
  receive?(connection: OpenConnection<K>, webhook: SourceWebhook): ReceivedWebhook
  /**
   * True if every webhook of the service names an order that the shop registered, by its number or remote id. Other
   * webhooks are not stored, so that nobody who knows the key of the webhooks can fill the disk.
   */
  reportsOrdersOnly?: true
  /** Asks the service about a report; `order` is the registered charge with the id of the report, if there is one. */
  ask?(connection: OpenConnection<K>, report: SourceReport, order: SourceOrder | null): Promise<AskedDeposits>
  /** Makes the report to ask about for a registered charge about which no webhook has arrived. */
  reportOf?(order: SourceOrder): SourceReport
  /**
   * Fetches the deposits since the cursor, which is null at the first poll. Absent for a service that can't be polled.
   */
  poll?(connection: OpenConnection<K>, cursor: unknown): Promise<PolledDeposits>
  /**
   * Fetches a whole day in Seoul, `YYYY-MM-DD`, for the daily comparison. Absent for a service that knows only
   * registered charges or needs a job for it; deposits that these report late are found by the comparison with the
   * bank.
   */
  reconcile?(connection: OpenConnection<K>, day: string): Promise<ReconciledDay>
}

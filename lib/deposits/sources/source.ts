import type { ConnectionKind } from '#lib/connections/labels.ts'
import type { OpenConnection } from '#lib/connections/open-connection.ts'
import type { DepositPrecision } from '../labels.ts'
import type { NewBankRow } from '../statements/store-rows.ts'
import type { SourceKind } from './labels.ts'

/**
 * What a service reports as received on the shop's account. `id` is the service's own, the same each time it reports
 * this deposit; the shop stores it once, as `<kind>:<id>`. `amount` is in won.
 */
export type SourceDeposit = {
  id: string
  name: string
  amount: number
  /** When the bank booked it, in ISO 8601 with an offset. */
  at: string
  precision: DepositPrecision
  /**
   * True if the service itself said so in its answer to a request of the shop. False if the shop knows only what a
   * webhook said: such a deposit is a suggestion to staff, and never credits by itself.
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
 * What a webhook says has happened, and what the shop asks the service back about. `id` is the service's name of it:
 * further webhooks with the same one aren't asked back about again once it was taken.
 */
export type SourceReport = { id: string; content: Readonly<Record<string, unknown>> }

/** A webhook as it arrived; header names are in lower case. */
export type SourceWebhook = { header(name: string): string | undefined; body: Buffer }

/** What the service must be answered, exactly, and what to ask it back about. */
export type ReceivedWebhook = { answer: WebhookAnswer; reports: readonly SourceReport[] }

export type WebhookAnswer = { status: 200; type: 'application/json' | 'text/plain'; text: string }

/**
 * Answer to a question about a report or an order. NOT_YET: the service knows no deposit for it yet, or doesn't know it;
 * the shop asks again, and gives up after some tries. UNANSWERABLE: the service has no such question.
 */
export type AskedDeposits =
  | { is: 'DEPOSITS'; deposits: readonly SourceDeposit[] }
  | { is: 'NOT_YET' }
  | { is: 'UNANSWERABLE' }

/**
 * What is left open although the service answered. UNFINISHED: it still works, so that nothing is known yet about
 * whether the connection works. An error: what the service was to do has failed; it is noted as if the request had.
 */
export type Unsettled = 'UNFINISHED' | SourceError

/**
 * All rows of the account in a poll, the oldest first, with the balance after each: what a day's money is compared with.
 * `account` is the kind and the last digits of the account, so that rows of another one are told apart.
 */
export type PolledStatement = { account: string; rows: readonly NewBankRow[] }

/**
 * What a poll found. `cursor` is any JSON that the adapter wants back at its next poll; it is stored after the deposits
 * are. `again`: seconds until the next poll, for a service that works through a job meanwhile; absent for the default.
 */
export type PolledDeposits = {
  deposits: readonly SourceDeposit[]
  cursor: unknown
  again?: number
  unsettled?: Unsettled
  /** Absent for a service that reports deposits alone. */
  statement?: PolledStatement
}

/** A day of the account as the service sees it: its credits, and the balance in won after the last of its rows. */
export type ReconciledDay = { deposits: readonly SourceDeposit[]; balance: number | null }

/**
 * Why a request to a service failed. KEY: it refuses the key or the account. REFUSED: it refuses this request, and
 * would refuse it again. BUSY: it asks to wait. UNREACHABLE: no connection, or no answer. UNREADABLE: an answer that
 * the adapter can't read.
 */
export type SourceFault = 'KEY' | 'REFUSED' | 'BUSY' | 'UNREACHABLE' | 'UNREADABLE'

/** A failed request to a service. `sentence` says in Korean why, and what the operator can do; it has no secret in it. */
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

/** Thrown by `receive` for a webhook that isn't the service's: it is answered 401, and nothing is stored. */
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
   * Registers a charge ahead. A second call with the same order changes nothing. Returns the service's own id of it, if
   * it gives one. Absent for a service that reports all deposits anyway.
   */
  register?(connection: OpenConnection<K>, order: SourceOrder): Promise<{ remoteId: string | null }>
  /** Withdraws a registered charge. Succeeds if the service doesn't know it or has withdrawn it already. */
  withdraw?(connection: OpenConnection<K>, order: SourceOrder): Promise<void>
  /**
   * Verifies a webhook and says what to answer. Sends no request. Absent for a service without webhooks.
   * @throws ForgedWebhook; UnreadableWebhook
   */
  receive?(connection: OpenConnection<K>, webhook: SourceWebhook): ReceivedWebhook
  /**
   * True if every webhook of the service names an order that the shop registered, by its number or remote id: others
   * aren't stored, so that whoever knows the webhooks' key can't fill the disk.
   */
  reportsOrdersOnly?: true
  /** Asks the service back about what a webhook reported; `order` is the registered charge that its id names, if any. */
  ask?(connection: OpenConnection<K>, report: SourceReport, order: SourceOrder | null): Promise<AskedDeposits>
  /** The report that stands for a registered charge of which no webhook has arrived, to be asked about. */
  reportOf?(order: SourceOrder): SourceReport
  /** Fetches what has arrived since the cursor; null at the first poll. Absent for a service that can't be polled. */
  poll?(connection: OpenConnection<K>, cursor: unknown): Promise<PolledDeposits>
  /**
   * Fetches a whole day in Seoul, `YYYY-MM-DD`, for the daily comparison. Absent for a service that knows only what was
   * registered, or that works through a job for it: what those report late is found at the bank.
   */
  reconcile?(connection: OpenConnection<K>, day: string): Promise<ReconciledDay>
}

import type { ConnectionKind } from '#lib/connections/labels.ts'
import type { OpenConnection } from '#lib/connections/open-connection.ts'
import type { DepositPrecision } from '../labels.ts'
import type { NewBankRow } from '../statements/store-rows.ts'
import type { SourceKind } from './labels.ts'

/**
 * A deposit that a service reports. `id` is the service's own id, the same each time it reports this deposit: the shop
 * stores the deposit once, under `<kind>:<id>`. `name` is the depositor's; `amount` is in won.
 */
export type SourceDeposit = {
  id: string
  name: string
  amount: number
  /** When the bank booked it, in ISO 8601 with an offset. */
  at: string
  precision: DepositPrecision
  /**
   * True if the service itself reported the deposit in a response to the shop. False if the shop knows the deposit or
   * its amount only from a webhook or the registered charge, or if the response contradicts that charge: such a deposit
   * is only suggested to staff and never credits without them.
   */
  isProved: boolean
}

/** A charge whose deposit a service should look for; services call it an order. `amount`: won; times are ISO 8601. */
export type SourceOrder = {
  /** The shop's id of the order: 20 random letters and digits, which only the shop and the service know. */
  orderNumber: string
  /** The service's own id of the order; null if it gave none. */
  remoteId: string | null
  /** Depositor's name. */
  name: string
  amount: number
  createdAt: string
  /** Until when a deposit can still credit the charge: 72 hours longer than the charge is pending. */
  expiresAt: string
}

/**
 * What a webhook reports, so that the shop asks the service about it. `id` is the id that the webhook contains: once
 * the service has confirmed a report, further webhooks with this id are ignored. `content`: what `ask` needs besides.
 */
export type SourceReport = { id: string; content: Readonly<Record<string, unknown>> }

/** A webhook as it arrived; header names are in lower case. */
export type SourceWebhook = { header(name: string): string | undefined; body: Buffer }

/** The exact response that the service requires, and the reports to ask it about. */
export type ReceivedWebhook = { answer: WebhookAnswer; reports: readonly SourceReport[] }

/** Response to a webhook: status, content type and body. */
export type WebhookAnswer = { status: 200; type: 'application/json' | 'text/plain'; text: string }

/**
 * What a service responds when asked about a report or an order. NOT_YET: it knows no deposit for it yet, or doesn't
 * know the order. The shop asks again: about a webhook's report up to MAX_QUESTIONS times, about an order until its
 * registration ends.
 */
export type DepositsAnswer = { is: 'DEPOSITS'; deposits: readonly SourceDeposit[] } | { is: 'NOT_YET' }

/**
 * What a successful request leaves open. UNFINISHED: the service is still working, so that it is unknown whether the
 * connection works. An error: the service responded, but failed to do what was asked; it is recorded like a failed
 * request.
 */
export type Unsettled = 'UNFINISHED' | SourceError

/**
 * The rows of the account that a poll read, oldest first, with the balance after each, without those that can't be read
 * or have no amount in won. They are stored to compare a day at the bank with the shop's records. `account`: kind of
 * the connection and last digits of the account.
 */
export type PolledStatement = { account: string; rows: readonly NewBankRow[] }

/**
 * Result of a poll. `cursor` is any JSON that the adapter wants to get at its next poll; it is stored after the
 * deposits. `pauseSeconds`: seconds until the next poll; POLL_SECONDS if absent.
 */
export type PolledDeposits = {
  deposits: readonly SourceDeposit[]
  cursor: unknown
  pauseSeconds?: number
  unsettled?: Unsettled
  /** Absent if the service reports only deposits. */
  statement?: PolledStatement
}

/** A day of the account as the service knows it: its deposits, and the balance in won after its last row, if known. */
export type ReconciledDay = { deposits: readonly SourceDeposit[]; balance: number | null }

/**
 * Why a request to a service failed. KEY: the service refuses the key or the account. REFUSED: it refuses this request,
 * and would refuse it again. BUSY: the shop should ask again later. UNREACHABLE: there is no connection or no response,
 * or the service is out of order. UNREADABLE: the adapter can't read the response.
 */
export type SourceFault = 'KEY' | 'REFUSED' | 'BUSY' | 'UNREACHABLE' | 'UNREADABLE'

/** A failed request to a service. `sentence` tells staff in Korean why, and what they can do; it contains no secret. */
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

/** Thrown by `receive` for a webhook that the service didn't send: the response is 401, and nothing is stored. */
export class ForgedWebhook extends Error {}

/** Thrown by `receive` for a webhook that can't be read: the response is 400. */
export class UnreadableWebhook extends Error {}

/**
 * Adapter of one service that reports deposits. It translates between the service's protocol and the types above; it
 * has no state, opens no transaction and credits nothing. Its methods that send requests throw a SourceError if a
 * request fails; such a request may have arrived all the same, and may be repeated.
 */
export type DepositSource<K extends ConnectionKind = SourceKind> = {
  kind: K & SourceKind
  /** Asks the service whether it accepts the stored values. Changes nothing at the service. */
  check(connection: OpenConnection<K>): Promise<void>
  /**
   * Registers a charge, so that the service looks for its deposit. Does no harm if it is called again with the same
   * order. Returns the service's own id of the order, if it gives one. Absent for a service that reports every deposit
   * anyway.
   */
  register?(connection: OpenConnection<K>, order: SourceOrder): Promise<{ remoteId: string | null }>
  /**
   * Withdraws a registered charge. Succeeds if the service doesn't know it or has withdrawn it already. Absent for a
   * service that can't withdraw one.
   */
  withdraw?(connection: OpenConnection<K>, order: SourceOrder): Promise<void>
  /**
   * Verifies a webhook, as far as the service lets the shop do so, and returns the response to it. Sends no request.
   * Absent for a service without webhooks.
   * @throws ForgedWebhook; UnreadableWebhook
   */
  receive?(connection: OpenConnection<K>, webhook: SourceWebhook): ReceivedWebhook
  /**
   * True if every webhook of the service contains the number or remote id of an order that the shop registered. Other
   * webhooks are then not stored, so that nobody who can forge webhooks can fill the disk.
   */
  reportsOrdersOnly?: true
  /**
   * Asks the service about a report. `order`: the registered charge that the report's id names; null if there is none.
   */
  ask?(connection: OpenConnection<K>, report: SourceReport, order: SourceOrder | null): Promise<DepositsAnswer>
  /** Makes a report about a registered charge, so that `ask` can be called for it without a webhook. */
  reportOf?(order: SourceOrder): SourceReport
  /**
   * Fetches the deposits since the cursor, which is null at the first poll. Absent for a service that can't be polled.
   */
  poll?(connection: OpenConnection<K>, cursor: unknown): Promise<PolledDeposits>
  /**
   * Fetches the deposits of a whole day in Seoul (`YYYY-MM-DD`), for the daily comparison with the stored ones. Absent
   * for a service that knows only registered charges, or that would need a job for it.
   */
  reconcile?(connection: OpenConnection<K>, day: string): Promise<ReconciledDay>
}

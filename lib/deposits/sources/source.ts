import type { ConnectionKind } from '#lib/connections/labels.ts'
import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import type { DepositPrecision } from '../labels.ts'
import type { NewBankRow } from '../statements/store-rows.ts'
import type { SourceKind } from './labels.ts'

/**
 * A deposit that a deposit source reports. `id` is the source's own id of the deposit, the same each time; the shop
 * stores the deposit once, under `<kind>:<id>`. `name` is the depositor's; `amount` is in won.
 */
export type SourceDeposit = {
  id: string
  name: string
  amount: number
  /** When the bank booked the deposit, in ISO 8601 with an offset. */
  at: string
  precision: DepositPrecision
  /**
   * True if the deposit source itself reported the deposit in a response to the shop. False if the shop knows the
   * deposit or its amount only from a webhook or the registered charge, or if the response contradicts that charge.
   * Then the deposit is only suggested to staff, and never credits without them.
   */
  isProved: boolean
}

/**
 * A pending charge as the shop registers it at a deposit source, which then looks for its deposit; deposit sources call
 * it an order. `amount` is in won; times are in ISO 8601.
 */
export type ChargeRegistration = {
  /** The shop's id of the registration: 20 random letters and digits, which only the shop and the source know. */
  orderNumber: string
  /** The source's own id of the registration; null if it gave none. */
  remoteId: string | null
  /** Depositor's name. */
  name: string
  amount: number
  createdAt: string
  /** Until when a deposit can still credit the charge: 72 hours after the charge expires. */
  expiresAt: string
}

/**
 * What a webhook reports; the shop then asks the deposit source about it. `id` is the id that the webhook contains.
 * Once the source has confirmed a report, further webhooks with its id are ignored. `content`: other data that `ask`
 * needs.
 */
export type SourceReport = { id: string; content: Readonly<Record<string, unknown>> }

/** A webhook as it arrived; header names are in lower case. */
export type SourceWebhook = { header(name: string): string | undefined; body: Buffer }

/**
 * Result of receiving a webhook: the exact response that the deposit source requires, and the reports to ask the source
 * about.
 */
export type ReceivedWebhook = { answer: WebhookAnswer; reports: readonly SourceReport[] }

/** Response to a webhook: status, content type and body. */
export type WebhookAnswer = { status: 200; type: 'application/json' | 'text/plain'; text: string }

/**
 * What a deposit source responds when it is asked about a report or a registered charge. NOT_YET: the source knows no
 * deposit for it yet, or doesn't know the charge. Then the shop asks again: about a webhook's report up to
 * MAX_ANSWERS_WITHOUT_DEPOSIT times, about a registered charge until its registration ends.
 */
export type DepositsAnswer = { is: 'DEPOSITS'; deposits: readonly SourceDeposit[] } | { is: 'NOT_YET' }

/**
 * Why the value that a request returned doesn't show that the connection works. UNFINISHED: the deposit source is still
 * working, so it is unknown whether the connection works. A SourceError: the source responded, but failed to do what
 * was asked; this is recorded like a failed request.
 */
export type UnsettledReason = 'UNFINISHED' | SourceError

/**
 * The rows of the account that a poll read, oldest first, each with the balance after it. Rows that can't be read or
 * have no amount in won are left out. The rows are stored to compare a day at the bank with the shop's records.
 * `account`: kind of the connection and last digits of the account.
 */
export type PolledStatement = { account: string; rows: readonly NewBankRow[] }

/**
 * Result of a poll. `cursor` is any JSON that the adapter wants to get back at its next poll; it is stored after the
 * deposits. `pauseSeconds`: seconds until the next poll; POLL_SECONDS if absent.
 */
export type PolledDeposits = {
  deposits: readonly SourceDeposit[]
  cursor: unknown
  pauseSeconds?: number
  unsettled?: UnsettledReason
  /** Absent if the deposit source reports only deposits, not all rows of the account. */
  statement?: PolledStatement
}

/**
 * A day of the account as the deposit source reports it: its deposits, and the balance in won after its last row (null
 * if unknown).
 */
export type ReconciledDay = { deposits: readonly SourceDeposit[]; balance: number | null }

/**
 * Why a request to an outside service failed:
 * - KEY: the service refuses the key or the account.
 * - REFUSED: the service refuses this request, and would refuse it again.
 * - BUSY: the shop should ask again later.
 * - UNREACHABLE: there is no connection or no response, or the service is out of order.
 * - UNREADABLE: the adapter can't read the response.
 */
export type SourceFault = 'KEY' | 'REFUSED' | 'BUSY' | 'UNREACHABLE' | 'UNREADABLE'

/**
 * Error for a failed request to an outside service. `sentence` explains to staff in Korean why it failed and what they
 * can do; it contains no secret.
 */
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

/**
 * Thrown by `receive` for a webhook that doesn't come from the deposit source: the response is 401, and nothing is
 * stored.
 */
export class ForgedWebhook extends Error {}

/** Thrown by `receive` for a webhook that can't be read: the response is 400. */
export class UnreadableWebhook extends Error {}

/**
 * Adapter of one deposit source. It translates between the source's protocol and the types above; it has no state,
 * opens no transaction and credits nothing. Methods that send requests throw a SourceError if a request fails. The
 * source may have received the failed request, and the shop may send it again.
 */
export type DepositSource<K extends ConnectionKind = SourceKind> = {
  kind: K & SourceKind
  /** Asks the deposit source whether it accepts the stored values. Changes nothing at the source. */
  check(connection: DecryptedConnection<K>): Promise<void>
  /**
   * Registers a charge, so that the deposit source looks for its deposit. Returns the source's own id of the
   * registration; null if it gives none. Does no harm if it is called again for the same charge. Absent for a source
   * that reports every deposit anyway.
   */
  register?(connection: DecryptedConnection<K>, order: ChargeRegistration): Promise<{ remoteId: string | null }>
  /**
   * Withdraws a registered charge. Also succeeds if the deposit source doesn't know the charge, or it is already
   * withdrawn. Absent for a source where charges can't be withdrawn.
   */
  withdraw?(connection: DecryptedConnection<K>, order: ChargeRegistration): Promise<void>
  /**
   * Verifies a webhook, as far as the deposit source makes this possible. Returns its reports, and the response that
   * the source requires. Sends no request. Absent for a source without webhooks.
   * @throws ForgedWebhook; UnreadableWebhook
   */
  receive?(connection: DecryptedConnection<K>, webhook: SourceWebhook): ReceivedWebhook
  /**
   * True if every webhook of the deposit source contains the order number or remote id of a charge that the shop
   * registered. Then other webhooks aren't stored: otherwise anybody who can forge webhooks could fill the disk.
   */
  reportsOrdersOnly?: true
  /**
   * Asks the deposit source about a report. `order` is the registered charge that the report is about; null if there is
   * none.
   */
  ask?(
    connection: DecryptedConnection<K>,
    report: SourceReport,
    order: ChargeRegistration | null,
  ): Promise<DepositsAnswer>
  /** Makes a report about a registered charge, so that `ask` can be called for it without a webhook. */
  reportOf?(order: ChargeRegistration): SourceReport
  /**
   * Fetches the deposits since the last poll, whose cursor is `cursor` (null at the first poll). Absent for a deposit
   * source that can't be polled.
   */
  poll?(connection: DecryptedConnection<K>, cursor: unknown): Promise<PolledDeposits>
  /**
   * Fetches the deposits of a whole day in Seoul (`YYYY-MM-DD`), for the daily comparison with the stored ones. Absent
   * for a deposit source that knows only registered charges, or that needs a job to read a day.
   */
  reconcile?(connection: DecryptedConnection<K>, day: string): Promise<ReconciledDay>
}

import { type Channel, type MessageStatus, messageTemplates, type SentAs, type TemplateKind } from './labels.ts'

/**
 * What became of a message that was given to a carrier. `later`: not sent, try again. `refused`: not sent, and never
 * will be. `unknown`: it may have been sent.
 */
export type SendOutcome =
  | { kind: 'sent'; receipt?: SendReceipt }
  | { kind: 'later' | 'refused' | 'unknown'; fault: string }

/** How the message service sends a message that it accepted, and the id by which it is asked for the outcome later. */
export type SendReceipt = { groupId: string; sentAs: SentAs }

/**
 * A message with its decrypted body, for the carrier that sends it. `isRetry`: the message service may have accepted an
 * earlier try, so a carrier that can look this up does so before it sends.
 */
export type OutgoingMessage = {
  id: number
  to: string
  subject: string
  body: string
  template?: { kind: TemplateKind; values: Readonly<Record<string, string>> } | null
  isRetry?: boolean
}

/**
 * Text of a template with these values.
 * @throws Error a value is missing, or isn't allowed for its variable
 */
export function templateText(kind: TemplateKind, values: Readonly<Record<string, string>>): string {
  let { text } = messageTemplates[kind]
  for (const [name, rule] of Object.entries(messageTemplates[kind].variables)) {
    const value = values[name]
    if (value === undefined || !rule.test(value)) throw new Error(`the template ${kind} can't have this value: ${name}`)
    text = text.replaceAll(`#{${name}}`, () => value)
  }
  return text
}

/** Sends a message by a mail server or the text message service, and returns the outcome. */
export type Carrier = (message: OutgoingMessage) => Promise<SendOutcome>

/**
 * Carriers by channel. Messages of a channel without a carrier stay in the outbox, where staff can read them
 * (docs/contract.md#outbox).
 */
export type Carriers = Partial<Record<Channel, Carrier>>

/**
 * How long to wait before the second try to send a message, the third, and so on, in milliseconds. A mail server with
 * greylisting only accepts a message after some minutes.
 */
const retryWaits = [5, 15, 40, 120, 300, 900, 3_600, 4 * 3_600, 12 * 3_600].map((seconds) => seconds * 1_000)

/** Days after which a message isn't sent any more, even one that had to wait because no mail server was configured. */
const MAX_MESSAGE_DAYS = 3
export const MAX_MESSAGE_AGE = `${MAX_MESSAGE_DAYS} days`

/**
 * SQL interval after which the worker that is sending a message counts as dead: longer than any timeout of a carrier.
 */
export const MAX_SENDING_TIME = '5 minutes'

/**
 * Minimum wait before a retry, in milliseconds, if the service may have accepted the message: the request whose answer
 * was lost may still be under way, so that the service can't know the message yet.
 */
const UNKNOWN_WAIT = 60_000

type TriedMessage = { attempts: number; secret: boolean }

export type SendStep = { status: MessageStatus; fault: string | null; wait: number }

/**
 * What to do after a try to send a message: its new status, and the milliseconds until the next try (`wait`). If the
 * outcome is unknown, a message with a code or link isn't tried again, because it is sent at most once. Any other
 * message is: to arrive twice is better than never.
 */
export function nextSendStep({ attempts, secret }: TriedMessage, outcome: SendOutcome): SendStep {
  if (outcome.kind === 'sent') return { status: 'SENT', fault: null, wait: 0 }
  const { kind, fault } = outcome
  const wait = retryWaits[attempts - 1]
  if (kind === 'refused' || (kind === 'unknown' && secret) || wait === undefined)
    return { status: 'FAILED', fault, wait: 0 }
  return { status: 'PENDING', fault, wait: kind === 'unknown' ? Math.max(wait, UNKNOWN_WAIT) : wait }
}

/**
 * True if a message's body is still needed: in the demo always, otherwise while the message may still be sent. If not,
 * it is erased.
 */
export const needsBody = (status: MessageStatus, { secret, demo }: { secret: boolean; demo: boolean }): boolean =>
  demo || status === 'PENDING' || (status === 'FAILED' && !secret)

type FailedMessage = {
  status: MessageStatus
  expiresAt: string | null
  createdAt: string
  template: TemplateKind | null
}

/**
 * True if staff may send the message again: it failed, contains no code or link, isn't one that a member chose to get,
 * and isn't too old. `now` in milliseconds.
 */
export const isResendable = ({ status, expiresAt, createdAt, template }: FailedMessage, now: number): boolean =>
  status === 'FAILED' &&
  expiresAt === null &&
  template === null &&
  now - Date.parse(createdAt) < MAX_MESSAGE_DAYS * 86_400_000

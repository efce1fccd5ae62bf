import { type Channel, type MessageStatus, messageTemplates, type SentAs, type TemplateKind } from './labels.ts'

/**
 * Outcome of giving a message to a carrier. `later`: it wasn't sent, and can be tried again. `refused`: it wasn't sent,
 * and a retry would fail too. `unknown`: it may or may not have been sent.
 */
export type SendOutcome =
  | { kind: 'sent'; confirmation?: SendConfirmation }
  | { kind: 'later' | 'refused' | 'unknown'; fault: string }

/**
 * How Solapi sends a message that it accepted, and the id by which Solapi can be asked later whether the message
 * arrived.
 */
export type SendConfirmation = { groupId: string; sentAs: SentAs }

/**
 * A message with its decrypted body, for the carrier that sends it. `isRetry`: an earlier attempt may have succeeded. A
 * carrier that can check whether it has succeeded checks this before it sends.
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

/** Sends a message by a mail server or Solapi, and returns the outcome. */
export type Carrier = (message: OutgoingMessage) => Promise<SendOutcome>

/**
 * Carriers by channel. Messages of a channel without a carrier stay in the outbox, where staff can read them
 * (docs/contract.md#outbox).
 */
export type Carriers = Partial<Record<Channel, Carrier>>

/**
 * Milliseconds to wait before the second attempt to send a message, the third, and so on. A mail server with
 * greylisting only accepts a message after some minutes.
 */
const retryWaits = [5, 15, 40, 120, 300, 900, 3_600, 4 * 3_600, 12 * 3_600].map((seconds) => seconds * 1_000)

/**
 * Days after which a message without a code or link is no longer sent, even if it waited because no carrier was
 * configured. A message with a code or link is sent only while the code or link works.
 */
const MAX_MESSAGE_DAYS = 3
/** MAX_MESSAGE_DAYS as an SQL interval. */
export const MAX_MESSAGE_AGE = `${MAX_MESSAGE_DAYS} days`

/**
 * SQL interval after which a worker that is still sending a message counts as dead. It is longer than the carriers'
 * timeouts.
 */
export const MAX_SENDING_TIME = '5 minutes'

const [FIRST_HOUR, LAST_HOUR] = [8, 21]

/** True from 21:00 to 08:00 in Seoul, when no notices that members chose are sent to telephones. */
export function isQuietHour(now: Date): boolean {
  const hour = (now.getUTCHours() + 9) % 24
  return hour < FIRST_HOUR || hour >= LAST_HOUR
}

/**
 * Minimum wait before a retry after an unknown outcome, in milliseconds. In an earlier retry, the first request might
 * still be on its way, so that Solapi couldn't say whether it has the message.
 */
const UNKNOWN_WAIT = 60_000

/** A message after an attempt; `hasCodeOrLink` is true if it contains a code or link that expires. */
type TriedMessage = { attempts: number; hasCodeOrLink: boolean }

/** Status of a message after an attempt, and milliseconds until the next attempt (`wait`). */
export type SendStep = { status: MessageStatus; fault: string | null; wait: number }

/**
 * Decides what happens to a message after an attempt to send it. If the outcome is unknown, a message with a code or
 * link isn't tried again, because it must be sent at most once. Any other message is tried again, because arriving
 * twice is better than never.
 */
export function nextSendStep({ attempts, hasCodeOrLink }: TriedMessage, outcome: SendOutcome): SendStep {
  if (outcome.kind === 'sent') return { status: 'SENT', fault: null, wait: 0 }
  const { kind, fault } = outcome
  const wait = retryWaits[attempts - 1]
  if (kind === 'refused' || (kind === 'unknown' && hasCodeOrLink) || wait === undefined)
    return { status: 'FAILED', fault, wait: 0 }
  return { status: 'PENDING', fault, wait: kind === 'unknown' ? Math.max(wait, UNKNOWN_WAIT) : wait }
}

/**
 * True if the body of a message is still needed: while the message may still be sent, and always in the demo. A body
 * that isn't needed is erased.
 */
export const needsMessageBody = (
  status: MessageStatus,
  { hasCodeOrLink, demo }: { hasCodeOrLink: boolean; demo: boolean },
): boolean => demo || status === 'PENDING' || (status === 'FAILED' && !hasCodeOrLink)

type MessageToResend = {
  status: MessageStatus
  expiresAt: string | null
  createdAt: string
  template: TemplateKind | null
}

/**
 * True if staff may send the message again: it failed, contains no code or link that expires, isn't made of a template
 * (as notices by telephone are), and isn't too old. `now` is in milliseconds.
 */
export const isResendable = ({ status, expiresAt, createdAt, template }: MessageToResend, now: number): boolean =>
  status === 'FAILED' &&
  expiresAt === null &&
  template === null &&
  now - Date.parse(createdAt) < MAX_MESSAGE_DAYS * 86_400_000

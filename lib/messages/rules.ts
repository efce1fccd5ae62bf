import type { Channel, MessageStatus } from './labels.ts'

/**
 * Result of handing a message to a carrier. `later` and `refused`: certainly not sent. `unknown`: it may have been
 * sent.
 */
export type SendOutcome = { kind: 'sent' } | { kind: 'later' | 'refused' | 'unknown'; fault: string }

/** A decrypted message, about to be sent. */
export type OutgoingMessage = { id: number; to: string; subject: string; body: string }

/** Sends a message by its delivery service and returns the outcome. */
export type Carrier = (message: OutgoingMessage) => Promise<SendOutcome>

/**
 * Carriers by channel. Messages of a channel without a carrier stay in the outbox, where staff can read them
 * (docs/contract.md#outbox).
 */
export type Carriers = Partial<Record<Channel, Carrier>>

/**
 * Milliseconds to wait before the second try to send a message, the third, and so on; a server with greylisting accepts
 * a message after some minutes.
 */
const retryWaits = [5, 15, 40, 120, 300, 900, 3_600, 4 * 3_600, 12 * 3_600].map((seconds) => seconds * 1_000)

/** Maximum age of messages to send; older ones aren't sent even if a mail server is configured later. */
const MAX_MESSAGE_DAYS = 3
export const MAX_MESSAGE_AGE = `${MAX_MESSAGE_DAYS} days`

/** Time, as an SQL interval, after which the worker of a SENDING message counts as dead: longer than any timeout. */
export const MAX_SENDING_TIME = '5 minutes'

type TriedMessage = { attempts: number; secret: boolean }

export type NextStep = { status: MessageStatus; fault: string | null; wait: number }

/**
 * Next step after a try; `wait` in milliseconds. A message with a code or link is sent at most once, so an unknown
 * result isn't retried. Any other message is retried: arriving twice is better than never.
 */
export function nextStep({ attempts, secret }: TriedMessage, outcome: SendOutcome): NextStep {
  if (outcome.kind === 'sent') return { status: 'SENT', fault: null, wait: 0 }
  const { kind, fault } = outcome
  const wait = retryWaits[attempts - 1]
  if (kind === 'refused' || (kind === 'unknown' && secret) || wait === undefined)
    return { status: 'FAILED', fault, wait: 0 }
  return { status: 'PENDING', fault, wait }
}

/** True if the body is still needed: always in the demo, otherwise while the message may be sent again. */
export const needsBody = (status: MessageStatus, { secret, demo }: { secret: boolean; demo: boolean }): boolean =>
  demo || status === 'PENDING' || (status === 'FAILED' && !secret)

type FailedMessage = { status: MessageStatus; expiresAt: string | null; createdAt: string }

/**
 * True if staff may send the message again: it failed, contains no code or link, and isn't too old. `now` in
 * milliseconds.
 */
export const isResendable = ({ status, expiresAt, createdAt }: FailedMessage, now: number): boolean =>
  status === 'FAILED' && expiresAt === null && now - Date.parse(createdAt) < MAX_MESSAGE_DAYS * 86_400_000

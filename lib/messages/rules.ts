import type { Channel, MessageStatus } from './labels.ts'

/** Result of handing a message to a carrier. `later` and `refused`: certainly not sent. `unknown`: it may have been. */
export type Outcome = { kind: 'sent' } | { kind: 'later' | 'refused' | 'unknown'; fault: string }

/** A message in the clear, about to be handed over. */
export type OutgoingMessage = { id: number; to: string; subject: string; body: string }

/** Hands a message to its delivery service and returns the outcome. */
export type Carrier = (letter: OutgoingMessage) => Promise<Outcome>

/** A channel without a carrier leaves its messages in the outbox, for staff to read (docs/contract.md#outbox). */
export type Carriers = Partial<Record<Channel, Carrier>>

/** Milliseconds before the second try, the third, and so on; a greylisting server wants some minutes. */
const waits = [5, 15, 40, 120, 300, 900, 3_600, 4 * 3_600, 12 * 3_600].map((seconds) => seconds * 1_000)

/** Messages older than this are not sent, not even when a mail server is set up later. */
const MOST_DAYS = 3
export const MOST_AGE = `${MOST_DAYS} days`

/** Time after which the worker of a message counts as gone. Longer than any carrier's time-out. */
export const MOST_SENDING = '5 minutes'

type Tried = { attempts: number; secret: boolean }

export type Step = { status: MessageStatus; fault: string | null; wait: number }

/**
 * Next step after a try. A message with a code or link is handed over at most once, so an unknown result isn't retried.
 * Any other may arrive twice rather than never.
 */
export function nextStep({ attempts, secret }: Tried, outcome: Outcome): Step {
  if (outcome.kind === 'sent') return { status: 'SENT', fault: null, wait: 0 }
  const { kind, fault } = outcome
  const wait = waits[attempts - 1]
  if (kind === 'refused' || (kind === 'unknown' && secret) || wait === undefined)
    return { status: 'FAILED', fault, wait: 0 }
  return { status: 'PENDING', fault, wait }
}

/** Whether the body is still needed: always in the demo, else while the message may be sent again. */
export const keepsBody = (status: MessageStatus, { secret, demo }: { secret: boolean; demo: boolean }): boolean =>
  demo || status === 'PENDING' || (status === 'FAILED' && !secret)

type Failed = { status: MessageStatus; expiresAt: string | null; createdAt: string }

/** Whether staff may have it sent once more: a notice that failed and is still news. `now` in milliseconds. */
export const isResendable = ({ status, expiresAt, createdAt }: Failed, now: number): boolean =>
  status === 'FAILED' && expiresAt === null && now - Date.parse(createdAt) < MOST_DAYS * 86_400_000

import { RIGHT_MATCHES_NEEDED } from './labels.ts'

/** Number of answers without a deposit after which a report counts as denied; failed attempts don't count. */
export const MAX_QUESTIONS = 12

/**
 * Failed attempts to reach a service, about two days of them, after which it is asked no more about a reported deposit,
 * and a charge is neither registered nor withdrawn there.
 */
export const MAX_ATTEMPTS = 300

/**
 * Number of refusals by the service after which a charge is no longer registered there; failed attempts don't count.
 */
export const MAX_REFUSALS = 5

const FIRST_PAUSE_SECONDS = 3
const LONGEST_PAUSE_SECONDS = 600

/** Seconds until the next attempt after this number of failed ones. */
export const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(Math.max(attempts - 1, 0), 20))

/**
 * Seconds for which a claimed row belongs to the worker that claimed it. After that another worker may claim it, since
 * the first one was probably killed. Longer than a request may take.
 */
export const CLAIM_SECONDS = 60

/** Seconds until the next poll of a service whose last poll left nothing to fetch. */
export const POLL_SECONDS = 60

/** Hours after a charge's expiry during which a deposit may still credit it; it stays registered that long. */
export const CREDITABLE_HOURS_AFTER_EXPIRY = 72

/** True if a source has had enough right suggestions in a row for an OWNER to let it credit without staff. */
export const hasProvenItself = (right: number): boolean => right >= RIGHT_MATCHES_NEEDED

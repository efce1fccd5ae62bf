import { RIGHT_MATCHES_NEEDED } from './labels.ts'

/** Answers about a report after which it counts as denied, if the service knows no deposit for it; failed attempts don't count. */
export const MAX_QUESTIONS = 12

/** A report whose service doesn't answer is given up after this many attempts, which take about two days. */
export const MAX_ATTEMPTS = 300

/** After so many refusals by the service itself a charge isn't registered there any more; attempts that fail don't count. */
export const MAX_REFUSALS = 5

const FIRST_PAUSE_SECONDS = 3
const LONGEST_PAUSE_SECONDS = 600

/** Seconds until the next attempt after `attempts` that failed. */
export const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(Math.max(attempts - 1, 0), 20))

/**
 * Seconds for which a claimed row belongs to the worker that claimed it; then another may take it, since that one was
 * probably killed. Longer than a request may take.
 */
export const CLAIM_SECONDS = 60

/** Seconds until the next poll of a service whose last poll left nothing to fetch. */
export const POLL_SECONDS = 60

/** Hours after its end for which a deposit may still credit an expired charge, and for which it stays registered. */
export const HOURS_AFTER_EXPIRY = 72

/** True if an OWNER may allow a source to credit without staff, after so many right suggestions in a row. */
export const isProven = (right: number): boolean => right >= RIGHT_MATCHES_NEEDED

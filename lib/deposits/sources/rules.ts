import { CORRECT_SUGGESTIONS_NEEDED } from './labels.ts'

/**
 * A report is denied after this many responses without a deposit, or refusals. Attempts that fail otherwise don't
 * count.
 */
export const MAX_ANSWERS_WITHOUT_DEPOSIT = 12

/**
 * After this many attempts (about two days), a deposit source isn't asked any more about a webhook's report, nor to
 * withdraw a charge. Attempts to register a charge, or to ask about a registered charge, have no such limit: they end
 * with the charge.
 */
export const MAX_SOURCE_ATTEMPTS = 300

/**
 * After this many refusals, a deposit source isn't asked any more to register a charge, or to withdraw it. Attempts
 * that fail otherwise don't count.
 */
export const MAX_SOURCE_REFUSALS = 5

const FIRST_PAUSE_SECONDS = 3
const LONGEST_PAUSE_SECONDS = 600

/** Seconds until the next attempt, after `attempts` failed ones: doubled each time, up to LONGEST_PAUSE_SECONDS. */
export const secondsUntilNextAttempt = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(Math.max(attempts - 1, 0), 20))

/**
 * Seconds for which a claimed row belongs to the worker that claimed it. Longer than a request may take: a worker that
 * hasn't finished by then was probably killed, so another one may claim the row.
 */
export const CLAIM_SECONDS = 60

/** Seconds until the next poll of a deposit source whose last poll left nothing to fetch. */
export const POLL_SECONDS = 60

/**
 * Hours after a charge's expiry during which a deposit may still credit the charge, and the charge stays registered.
 */
export const CREDITABLE_HOURS_AFTER_EXPIRY = 72

/** True if a source has had enough correct suggestions in a row for an OWNER to let it credit without staff. */
export const hasEnoughCorrectSuggestions = (right: number): boolean => right >= CORRECT_SUGGESTIONS_NEEDED

import type { Rule } from '#lib/core/form-errors.ts'

/**
 * Normalizes a code that was typed or pasted: full-width characters become ASCII, spaces and dashes disappear, letters
 * become capitals.
 */
export const normalizeCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/** True for a code as authenticators display it: six digits. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

/**
 * Characters of recovery codes and enrol codes. Characters that are easily mistaken for others, such as 0 and O, are
 * left out.
 */
export const recoveryAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_CODE_LENGTH = 10

/** Length of an enrol code, with which an OWNER lets a colleague set up an authenticator. */
export const ENROL_CODE_LENGTH = 8
/** Lifetime of an enrol code, in milliseconds. */
export const ENROL_CODE_LIFE_MS = 24 * 60 * 60_000

const isRecoveryCode = (code: string): boolean =>
  new RegExp(`^[${recoveryAlphabet}]{${RECOVERY_CODE_LENGTH}}$`).test(code)

/**
 * Rules for the code of a staff member's second step. Whoever sets up his authenticator (`enrols`) has no recovery code
 * yet.
 */
export const totpCodeRules = (code: string, enrols = false): Rule[] => [
  ['code', enrols && !isTotpCode(code), '인증 앱에 나타난 숫자 6자리를 입력해 주세요.'],
  ['code', code === '', '인증 코드를 입력해 주세요.'],
  ['code', !isTotpCode(code) && !isRecoveryCode(code), '인증 코드는 숫자 6자리, 복구 코드는 10자리예요.'],
]

/** Limits of the ticket that staff get for the right password, and with which they then enter the second factor. */
export const loginTicketLimits = {
  lifeMs: 5 * 60_000,
  tries: 5,
  /**
   * Attempts that a member has within `windowMs` with all his tickets together. Each login with his password gives a
   * new ticket: without this limit, somebody who knows the password could guess codes forever.
   */
  triesOfMember: 15,
  windowMs: 15 * 60_000,
} as const

export const isStaff = (role: string): boolean => role !== 'MEMBER'

/** Maximum number of filters that a staff member can save for one list. */
export const MAX_SAVED_FILTERS = 20
/** Maximum number of characters of a saved filter's name. */
export const MAX_FILTER_NAME_LENGTH = 20
/** Maximum number of characters of a saved filter's query string. */
export const MAX_FILTER_QUERY_LENGTH = 1_000

import type { Rule } from '#lib/core/form-errors.ts'

/**
 * Normalizes a typed or pasted code: full-width characters become ASCII, spaces and dashes are removed, letters become
 * capitals.
 */
export const foldCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/** True for a code of an authenticator: six digits. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Letters and digits that aren't easily confused. */
export const recoveryAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_CODE_LENGTH = 10

/**
 * Length of the code with which an OWNER lets a colleague set up an authenticator, and its lifetime in milliseconds.
 */
export const ENROL_CODE_LENGTH = 8
export const ENROL_CODE_LIFE_MS = 24 * 60 * 60_000

const isRecoveryCode = (code: string): boolean =>
  new RegExp(`^[${recoveryAlphabet}]{${RECOVERY_CODE_LENGTH}}$`).test(code)

export const codeRules = (code: string): Rule[] => [
  ['code', code === '', '인증 코드를 입력해 주세요.'],
  ['code', !isTotpCode(code) && !isRecoveryCode(code), '인증 코드는 숫자 6자리, 복구 코드는 10자리예요.'],
]

export const ticketRules = {
  lifeMs: 5 * 60_000,
  tries: 5,
  /**
   * Attempts of one member with all his tickets together, so that somebody who knows the password can't guess codes
   * without limit.
   */
  triesOfMember: 15,
  windowMs: 15 * 60_000,
} as const

export const isStaff = (role: string): boolean => role !== 'MEMBER'

/** Maximum number of saved filters per staff member and list. */
export const MAX_FILTERS = 20
export const FILTER_NAME_LENGTH = 20
export const MAX_FILTER_QUERY = 1_000

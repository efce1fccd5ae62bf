import type { Rule } from '#lib/core/form-errors.ts'

/** A code as it was meant: full-width digits, spaces and dashes are how people type and paste. */
export const foldCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/** What an authenticator shows. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Letters and digits that nobody takes for one another. */
export const recoveryAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RECOVERY_LENGTH = 10

/** The code an OWNER gives a colleague to set up his authenticator with, and for how long it is good, in milliseconds. */
export const ENROL_CODE_LENGTH = 8
export const ENROL_CODE_LIFE = 24 * 60 * 60_000

const isRecoveryCode = (code: string): boolean => new RegExp(`^[${recoveryAlphabet}]{${RECOVERY_LENGTH}}$`).test(code)

export const codeRules = (code: string): Rule[] => [
  ['code', code === '', '인증 코드를 입력해 주세요.'],
  ['code', !isTotpCode(code) && !isRecoveryCode(code), '인증 코드는 숫자 6자리, 복구 코드는 10자리입니다.'],
]

export const ticketRules = {
  lifeMs: 5 * 60_000,
  tries: 5,
  /** Tries of one member over all his tickets, so that knowing a password doesn't allow endless guessing. */
  triesOfMember: 15,
  windowMs: 15 * 60_000,
} as const

export const isStaff = (role: string): boolean => role !== 'MEMBER'

/** States of one list that one of the staff may keep. */
export const MOST_FILTERS = 20
export const FILTER_NAME_LENGTH = 20
export const MOST_FILTER_QUERY = 1_000

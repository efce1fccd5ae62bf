type RestrictionParty = { memberId: number; role: string }

/** True if the caller may restrict this member: only an OWNER may restrict staff, and nobody may restrict himself. */
export const mayRestrict = (caller: RestrictionParty, member: RestrictionParty): boolean =>
  caller.memberId !== member.memberId && (member.role === 'MEMBER' || caller.role === 'OWNER')

const loginIdPattern = /^[a-z0-9_]{4,20}$/
/** Number of bytes of a password that bcrypt reads; bcrypt ignores all further bytes. */
export const MAX_PASSWORD_BYTES = 72

/** Converts a login id to lower case, as sign-up and login do before any check (docs/contract.md#accounts). */
export const lowerCaseLoginId = (id: string): string => id.toLowerCase()

/** True for a login id, already in lower case, of 4 to 20 letters, digits and underscores. */
export const isLoginId = (id: string): boolean => loginIdPattern.test(id)

/** True for a password of 8 to 20 characters and no more bytes than bcrypt reads (docs/contract.md#passwords). */
export function isPassword(password: string): boolean {
  const length = [...password].length
  return length >= 8 && length <= 20 && new TextEncoder().encode(password).length <= MAX_PASSWORD_BYTES
}

/** Login id and e-mail address of a password's owner: an attacker who knows them would try them as the password. */
export type PasswordOwner = { loginId: string; email: string | null }

/**
 * Sequences of digits and letters, forwards and backwards, repeated beyond any password's length (`890` is found too).
 */
const runs = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz', 'zyxwvutsrqponmlkjihgfedcba'].map((run) =>
  run.repeat(MAX_PASSWORD_BYTES),
)

/**
 * True for an easily guessed password: one character repeated, a sequence of digits or letters in either direction, the
 * login id, or the part of the e-mail address before the @.
 */
export function isGuessablePassword(password: string, { loginId, email }: PasswordOwner): boolean {
  const text = password.toLowerCase()
  const isRepeated = new Set(text).size === 1
  return (
    isRepeated ||
    runs.some((run) => run.includes(text)) ||
    text === loginId ||
    text === email?.toLowerCase().split('@')[0]
  )
}

/** Maximum number of characters of an e-mail address that mail can be delivered to. */
export const MAX_EMAIL_LENGTH = 254

/**
 * True for an address with one @, text before it, a dot inside the text after it, and no white space. Takes linear
 * time: each part is searched once.
 */
export function isEmail(email: string): boolean {
  if (email.length > MAX_EMAIL_LENGTH || /\s/.test(email)) return false
  const at = email.indexOf('@')
  const domain = email.slice(at + 1)
  return at > 0 && !domain.includes('@') && domain.slice(1, -1).includes('.')
}

/** True for a phone number, which has exactly 11 digits (docs/contract.md#sign-up). */
export const isPhoneNumber = (phone: string): boolean => /^\d{11}$/.test(phone)

/** True for text of the length of a verification code, exactly 5 characters (docs/contract.md#verification-codes). */
export const isCodeShaped = (code: string): boolean => [...code].length === 5

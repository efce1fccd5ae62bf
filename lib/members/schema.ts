import { z } from 'zod'
import { formLine, formNumber, formPassword, formText } from '#lib/core/form-fields.ts'
import { cursorField, dayFields, sortField } from '#lib/core/list-query.ts'
import { optionalText, text, textParsedBy } from '#lib/core/text.ts'
import type { RoleName } from './labels.ts'
import { lowerCaseLoginId, MAX_EMAIL_LENGTH, MAX_PASSWORD_BYTES } from './rules.ts'

/** Maximum length of a login id in the schemas; the rules of the forms refuse ids of more than 20 characters. */
const MAX_LOGIN_ID_LENGTH = 100
/** Maximum length of a phone number, verification code or referral code in the schemas. */
const MAX_PHONE_OR_CODE_LENGTH = 40

/**
 * Schemas of account fields. A text that is too long is cut to its maximum plus one character, so that the rules of the
 * forms refuse it.
 */
export const loginIdText = formText(MAX_LOGIN_ID_LENGTH).transform(lowerCaseLoginId)
/** Schema of a password as a form sends it. */
export const passwordText = formPassword(MAX_PASSWORD_BYTES)
/** Schema of an e-mail address as a form sends it. */
export const emailText = formLine(MAX_EMAIL_LENGTH)
const codeText = formText(MAX_PHONE_OR_CODE_LENGTH)

/**
 * Id of a version of the terms or the privacy policy; BUILT_IN_TERMS_ID for the version that comes with the software.
 */
const versionId = z.int().min(0).max(2_147_483_647)
/** Ids of the versions of the terms (`service`) and of the privacy policy that somebody agrees to. */
export const agreedVersionsInput = z.object({ service: versionId, privacy: versionId })
export type AgreedVersions = z.output<typeof agreedVersionsInput>

export const registerInput = z.object({
  id: loginIdText,
  password: passwordText,
  email: emailText,
  /** Id of the sign-up source (how the member found the shop); 0 if none is selected. */
  registerWhere: formNumber.pipe(z.number().int()),
  phoneNumber: formText(MAX_PHONE_OR_CODE_LENGTH),
  /** Verification code that was sent to the phone number. */
  sendCode: codeText,
  /** Verification code that was sent to the e-mail address. */
  emailCode: codeText,
  /** Referral code of another member; '' for none. */
  referral: formLine(MAX_PHONE_OR_CODE_LENGTH),
  /**
   * Versions of terms and privacy policy that the person agrees to; null from clients that don't know this field. The
   * shop's own forms require the agreement.
   */
  agreed: agreedVersionsInput.nullish().transform((agreed) => agreed ?? null),
})

export type RegisterInput = z.output<typeof registerInput>

/** Response to a sign-up; `id` is the new member's login id. */
export const registeredMember = z.object({ id: z.string() })

export const sendEmailCodeInput = z.object({ email: emailText.transform((email) => email.toLowerCase()) })

export const sendPhoneCodeInput = z.object({ phoneNumber: formText(MAX_PHONE_OR_CODE_LENGTH) })

export const restrictionLevels = ['NORMAL', 'WARNED', 'SUSPENDED', 'BANNED'] as const

const reasonText = optionalText(500)

export const roles = ['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER'] as const satisfies RoleName[]

/** End of a suspension; null if it has none. */
const endTime = textParsedBy(40, z.iso.datetime({ offset: true }))
  .nullish()
  .transform((text) => (text ? new Date(text) : null))

/**
 * Restriction that staff set for a member. `until` is the end of a suspension; a suspension without an end lasts until
 * staff lift it.
 */
export const restrictInput = z.object({
  level: z.enum(restrictionLevels),
  until: endTime,
  reason: reasonText,
  /** The restriction that the writer saw: if the member has another one by now, the new restriction isn't set. */
  seen: z.object({ level: z.enum(restrictionLevels), until: endTime }).nullish(),
})

export const savedRestriction = z.object({
  /** Id of the member. */
  memberNo: z.int(),
  restriction: z.enum(restrictionLevels),
  restrictedUntil: z.iso.datetime().nullable(),
})

export const memoInput = z.object({
  memo: text(5_000)
    .nullish()
    .transform((memo) => memo ?? ''),
  /** The memo that the writer saw: if the stored memo is another one by now, the new memo isn't stored. */
  seen: text(5_000).nullish(),
})
export const savedMemo = z.object({ memberNo: z.int(), memo: z.string() })

export const adminMemberQuery = z.object({
  ...dayFields,
  sort: sortField('memberNo', 'lastLoginAt'),
  q: text(200).default(''),
  status: z.enum(restrictionLevels).optional(),
  role: z.enum(roles).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorField,
})

/** A member in the console's list. */
export const adminMemberRow = z.object({
  /** Id of the member. */
  memberNo: z.int(),
  /** Login id. */
  memberId: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  /**
   * The present restriction: NORMAL once a suspension has ended, while the fields below still have its end and reason.
   */
  restriction: z.enum(restrictionLevels),
  restrictedUntil: z.iso.datetime().nullable(),
  /**
   * Reason of the restriction, as the member reads it at login. Empty without a restriction, for a restriction set
   * before reasons were shown there, and for the warning after a year without a login.
   */
  restrictionReason: z.string(),
  /** Balance in points. */
  point: z.number(),
  /** Note of staff about the member, which he doesn't see. */
  memo: z.string(),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable(),
})

export const adminMembers = z.object({
  rows: z.array(adminMemberRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

export type AdminMemberRow = z.output<typeof adminMemberRow>

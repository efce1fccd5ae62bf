import { AppError, badField, type Issue } from '#lib/core/errors.ts'
import { issuesByField, type Rule } from '#lib/core/form-errors.ts'
import { isCodeShaped, isEmail, isLoginId, isPassword, isPhoneNumber } from './rules.ts'
import type { RegisterInput } from './schema.ts'

/** Messages for a value that another member already has, keyed by the violated unique constraint. */
const takenMessages = {
  members_login_id_key: '이미 존재하는 아이디입니다',
  members_email_key: '이미 존재하는 이메일 입니다',
  members_phone_key: '이미 존재하는 휴대전화 번호 입니다',
} as const

export type MemberUniqueKey = keyof typeof takenMessages

/** Names of the unique constraints on a member's login id, e-mail address and telephone number. */
export const memberUniqueKeys = Object.keys(takenMessages) as MemberUniqueKey[]

export const memberValueTaken = (key: MemberUniqueKey): AppError => new AppError('CONFLICT', takenMessages[key])

/**
 * Refuses a restricted account. Pass `details` (level, end and reason of the restriction, and whom to ask) only after
 * somebody has proved that the account is his.
 */
export const accountRestricted = (details: Record<string, string> = {}): AppError =>
  new AppError('RESTRICTED', '이용이 제한된 계정입니다.', { details })

const unknownReferralMessage = '존재하지 않는 추천인 코드입니다'

export const unknownReferralCode = (): AppError => badField('referral', unknownReferralMessage)

/** Messages about a new password, for all forms with such a field. */
export const passwordMessages = {
  differs: '비밀번호 재확인이 다릅니다',
  again: '비밀번호를 한 번 더 입력해 주세요',
  shape: '비밀번호는 8~20자로 입력해 주세요',
  weak: '너무 쉬운 비밀번호예요. 다른 것으로 정해 주세요',
} as const

/** Form rule: the repeated password must not be empty. Reported even if the password is empty too. */
export const passwordConfirmationRule = (path: string, confirmation: string): Rule => [
  path,
  confirmation === '',
  passwordMessages.again,
]

const refusedFields: Readonly<Record<string, string>> = {
  [takenMessages.members_login_id_key]: 'id',
  [takenMessages.members_email_key]: 'email',
  [takenMessages.members_phone_key]: 'phoneNumber',
  [unknownReferralMessage]: 'referral',
  [passwordMessages.weak]: 'password',
}

/** Field of the sign-up form that the server's message is about; '' if it is about no single field. */
export const signUpFieldOfMessage = (message: string): string => refusedFields[message] ?? ''

const sourceMissingMessage = '가입경로를 선택해주세요'

/** Refuses an unknown sign-up source (how the member found the shop), with the message for a missing selection. */
export const unknownSignUpSource = (): AppError =>
  new AppError('BAD_INPUT', sourceMissingMessage, {
    issues: [{ path: 'registerWhere', message: sourceMissingMessage }],
  })

/**
 * Whether a sign-up must name a sign-up source, which verification codes it needs, and whether they were sent to the
 * entered address and number. The sign-up form knows this from its state, the server from settings and database.
 */
export type SignUpRequirements = {
  /** True if the shop has sign-up sources to choose from. Without any, none is asked for. */
  hasSources: boolean
  emailVerification: boolean
  phoneVerification: boolean
  emailCodeSent: boolean
  phoneCodeSent: boolean
}

/** Message for a malformed e-mail address. */
export const invalidEmailMessage = '이메일 형식을 맞춰주세요'

const invalidPhoneMessage = '휴대전화 번호가 올바르지 않습니다'

export const registerMessages = {
  malformed: '회원가입에 실패했습니다',
  done: '회원가입에 성공했습니다.',
} as const

const agreementMissing = '약관과 개인정보 처리방침에 동의해 주세요'

/** Refuses a sign-up that agrees to a version of the terms or the privacy policy that isn't in force. */
export const staleAgreement = (): AppError => {
  const message = '약관이 바뀌었어요. 이 화면을 새로고침하고 다시 동의해 주세요'
  return new AppError('BAD_INPUT', message, { issues: [{ path: 'agreed', message }] })
}

/**
 * The last rule of all sign-up forms: the agreement is required (docs/contract.md#sign-up). The calls themselves
 * don't require it.
 */
export const agreementRules = (isAgreed: boolean): Rule[] => [['agreed', !isAgreed, agreementMissing]]

type SourceInput = Pick<RegisterInput, 'registerWhere'>
type PhoneInput = Pick<RegisterInput, 'phoneNumber' | 'sendCode'>
type SourceDemands = Pick<SignUpRequirements, 'hasSources'>
type EmailDemands = Pick<SignUpRequirements, 'emailVerification' | 'emailCodeSent'>
type PhoneDemands = Pick<SignUpRequirements, 'phoneVerification' | 'phoneCodeSent'>

/**
 * Rule that a sign-up source must be selected, if the shop has any. The rule also applies to sign-ups with Naver or
 * Kakao.
 */
export const signUpSourceRules = ({ registerWhere }: SourceInput, { hasSources }: SourceDemands): Rule[] => [
  ['registerWhere', hasSources && registerWhere === 0, sourceMissingMessage],
]

export const emailCodeRules = (
  { emailCode }: Pick<RegisterInput, 'emailCode'>,
  { emailVerification: isNeeded, emailCodeSent }: EmailDemands,
): Rule[] => [
  ['emailCode', isNeeded && !emailCodeSent, '이메일 인증코드를 전송하세요'],
  ['emailCode', isNeeded && !isCodeShaped(emailCode), '이메일 인증번호 5자를 입력하세요'],
]

export const phoneCodeRules = (
  input: Pick<PhoneInput, 'sendCode'>,
  { phoneVerification: isNeeded, phoneCodeSent }: PhoneDemands,
): Rule[] => [
  ['sendCode', isNeeded && !phoneCodeSent, '휴대전화 인증코드를 전송하세요'],
  ['sendCode', isNeeded && !isCodeShaped(input.sendCode), '인증번호 5자를 입력하세요'],
]

export const optionalPhoneRules = ({ phoneNumber }: PhoneInput): Rule[] => [
  ['phoneNumber', phoneNumber !== '' && !isPhoneNumber(phoneNumber), invalidPhoneMessage],
]

/**
 * The rules for a sign-up in the sequence of docs/contract.md#sign-up, followed by rules that the contract doesn't
 * list. Only the form passes `confirmation`, the repeated password.
 */
export function registerRules(
  input: RegisterInput,
  demands: SignUpRequirements,
  confirmation = input.password,
): Rule[] {
  return [
    ['id', input.id === '', '아이디를 입력해 주세요'],
    ['id', /\s/.test(input.id), '아이디에 공백을 제거해주세요'],
    ['password', /\s/.test(input.password), '비밀번호에 공백을 제거해주세요'],
    ['email', !isEmail(input.email), invalidEmailMessage],
    ['password', input.password === '', '비밀번호를 입력해 주세요'],
    ['passwordConfirm', input.password !== confirmation, passwordMessages.differs],
    ...signUpSourceRules(input, demands),
    ...emailCodeRules(input, demands),
    ...phoneCodeRules(input, demands),
    ['id', !isLoginId(input.id), '아이디는 영문 소문자, 숫자 4~20자로 입력해 주세요'],
    ['password', !isPassword(input.password), passwordMessages.shape],
    ...optionalPhoneRules(input),
  ]
}

/** The first broken rule of each field of the sign-up form. The form checks this before it calls the server. */
export const registerIssues = (input: RegisterInput, demands: SignUpRequirements, confirmation: string): Issue[] =>
  issuesByField([
    ...registerRules(input, demands, confirmation),
    passwordConfirmationRule('passwordConfirm', confirmation),
    ...agreementRules(input.agreed !== null),
  ])

export const emailRules = (email: string): Rule[] => [['email', !isEmail(email), '이메일이 올바르지 않습니다']]

export const phoneRules = (phone: string): Rule[] => [['phoneNumber', !isPhoneNumber(phone), invalidPhoneMessage]]

export const unknownMember = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 회원이에요.')

export const restrictionReasonMissing = (): AppError => badField('reason', '제한 사유를 입력해 주세요.')

export const suspensionEndInPast = (): AppError => badField('until', '정지 종료 시각은 지금보다 뒤여야 해요.')

export const lastOwnerRestricted = (): AppError => new AppError('CONFLICT', '마지막 대표의 이용은 제한할 수 없어요.')

export const restrictionForbidden = (): AppError => new AppError('FORBIDDEN', '이 회원의 이용 제한은 바꿀 수 없어요.')

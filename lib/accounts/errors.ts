import { AppError, type Issue } from '#lib/core/errors.ts'
import { issuesByField, type Rule } from '#lib/core/form-errors.ts'
import {
  emailCodeRules,
  emailRules,
  passwordConfirmationRule,
  passwordMessages,
  phoneCodeRules,
  phoneRules,
} from '#lib/members/errors.ts'
import { isPassword } from '#lib/members/rules.ts'
import { snsProviderNames } from '#lib/sns/labels.ts'
import type { SnsProvider } from '#lib/sns/rules.ts'
import type { VerificationChannel } from '#lib/verification/rules.ts'
import type { ChangePasswordInput } from './schema.ts'

export const wrongCurrentPassword = (): AppError => new AppError('CONFLICT', '현재 비밀번호가 다릅니다')

/** The Naver or Kakao account isn't linked to this member. */
export const snsAccountNotLinked = (provider: SnsProvider): AppError =>
  new AppError('CONFLICT', `이 계정과 연결된 ${snsProviderNames[provider]} 계정이 아니에요.`)

export const unknownEmail = (): AppError => new AppError('NOT_FOUND', '가입되지 않은 이메일입니다.')

const badLinkMessage = '유효하지 않거나 만료된 링크입니다.'

export const badResetLink = (): AppError =>
  new AppError('BAD_INPUT', badLinkMessage, { issues: [{ path: 'token', message: badLinkMessage }] })

export const staffNotDeletable = (): AppError =>
  new AppError('CONFLICT', '운영자는 탈퇴할 수 없어요. 다른 대표가 운영자 권한을 회수한 뒤에 탈퇴해 주세요.')

export const deletionBlockedByOrders = (): AppError =>
  new AppError('CONFLICT', '진행 중인 주문이 있어 탈퇴할 수 없습니다.')

export const deletionBlockedByDebt = (): AppError =>
  new AppError('CONFLICT', '정산할 금액이 남아 있어 탈퇴할 수 없습니다.')

export const deletionBlockedByReward = (): AppError =>
  new AppError('CONFLICT', '받은 추천 보상을 확인하고 있어요. 확인이 끝난 뒤에 탈퇴해 주세요.')

const currentPasswordMissing = '현재 비밀번호를 입력해 주세요'

export const deletionBlockedByCashRefund = (): AppError =>
  new AppError('CONFLICT', '환불금을 보내는 중이에요. 입금을 확인한 뒤에 탈퇴해 주세요.')

export const deletionBlockedByCancellation = (): AppError =>
  new AppError('CONFLICT', '카드 결제를 취소하는 중이에요. 취소가 끝난 뒤에 탈퇴해 주세요.')

type PasswordChange = Pick<ChangePasswordInput, 'currentPassword' | 'newPassword'>

/**
 * Rules for a change of password: first those of docs/contract.md#profile-and-password in its sequence, then the length
 * that the field's placeholder states.
 */
export const changePasswordRules = (input: PasswordChange, confirmation = input.newPassword): Rule[] => [
  ['currentPassword', input.currentPassword === '', currentPasswordMissing],
  ['newPassword', input.newPassword === '', '새 비밀번호를 입력해 주세요'],
  ['newPasswordConfirm', input.newPassword !== confirmation, passwordMessages.differs],
  ['newPassword', !isPassword(input.newPassword), passwordMessages.shape],
]

/** The first broken rule of each field of the form, in the sequence of the fields. */
export const changePasswordIssues = (input: PasswordChange, confirmation: string): Issue[] =>
  issuesByField([
    ...changePasswordRules(input, confirmation),
    passwordConfirmationRule('newPasswordConfirm', confirmation),
  ])

/**
 * Rules for the new password of a reset (docs/contract.md#password-reset). Only the form passes a `confirmation`, the
 * text of its second password field, which must be equal. The path of a broken rule is the field to focus.
 */
export const resetPasswordRules = (password: string, confirmation = password): Rule[] => [
  ['passwordConfirm', password !== confirmation, '비밀번호 확인이 다릅니다'],
  ['password', !isPassword(password), passwordMessages.shape],
]

export const reauthRules = (password: string): Rule[] => [['password', password === '', currentPasswordMissing]]

/**
 * Rules of a new e-mail address or phone number, in the sequence of the form's fields. The address or number must be
 * well formed, a code must have been sent to it (`isCodeSent`), and the entered code must have the right length.
 */
export const changeContactRules = (
  { channel, target, code }: { channel: VerificationChannel; target: string; code: string },
  isCodeSent: boolean,
): Rule[] =>
  channel === 'EMAIL'
    ? [
        ...emailRules(target),
        ...emailCodeRules({ emailCode: code }, { emailVerification: true, emailCodeSent: isCodeSent }),
      ]
    : [
        ...phoneRules(target),
        ...phoneCodeRules({ sendCode: code }, { phoneVerification: true, phoneCodeSent: isCodeSent }),
      ]

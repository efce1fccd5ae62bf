import { AppError } from '#lib/core/errors.ts'
import { issuesByField, type Rule } from '#lib/core/form-errors.ts'
import {
  agreementRules,
  optionalPhoneRules,
  phoneCodeRules,
  registerMessages,
  type SignUpRequirements,
  signUpSourceRules,
} from '#lib/members/errors.ts'
import { snsProviderNames } from './labels.ts'
import type { SnsProvider } from './rules.ts'
import type { SnsRegisterInput } from './schema.ts'

/** Shown after a failed login by Naver or Kakao (docs/contract.md#naver-and-kakao). */
export const snsLoginFailedTexts = {
  NAVER: '네이버 로그인에 실패했습니다',
  KAKAO: '카카오 로그인에 실패했습니다',
} as const satisfies Record<SnsProvider, string>

/**
 * Shown after the login window of Naver or Kakao reported a failure. Kakao's text differs from `snsLoginFailedTexts`.
 */
export const snsWindowFailedTexts = {
  NAVER: snsLoginFailedTexts.NAVER,
  KAKAO: '카카오 인증에 실패했습니다',
} as const satisfies Record<SnsProvider, string>

export const popupBlockedText = '팝업이 차단됐어요. 팝업을 허용한 뒤 다시 눌러 주세요.'

export const snsLoginSwitchedOff = (provider: SnsProvider): AppError =>
  new AppError('CONFLICT', `${snsProviderNames[provider]} 로그인은 지금 사용할 수 없어요.`)

/** Refuses a login because the provider refused the code or token, or issued it to another application. */
export const snsLoginRefused = (provider: SnsProvider): AppError =>
  new AppError('BAD_INPUT', snsLoginFailedTexts[provider])

/**
 * Refuses a login because the provider is unreachable or slow, sent an unreadable response, or doesn't know the shop.
 */
export const snsLoginUnavailable = (provider: SnsProvider): AppError =>
  new AppError('UPSTREAM_FAILED', snsLoginFailedTexts[provider])

/**
 * Refuses a login because the account at the provider is linked to no member. The client passes `accessToken` on to the
 * sign-up page (docs/contract.md#naver-and-kakao).
 */
export const unregisteredSnsAccount = (provider: SnsProvider, accessToken: string): AppError =>
  new AppError('NOT_FOUND', `가입되지 않은 ${snsProviderNames[provider]} 계정이에요.`, { details: { accessToken } })

export const snsAccountAlreadyRegistered = (provider: SnsProvider): AppError =>
  new AppError('CONFLICT', `이미 가입된 ${snsProviderNames[provider]} 계정이에요. 로그인해 주세요.`)

/**
 * Refuses a sign-up because its proof of the account isn't valid any more: the shop's ticket has expired or was used,
 * or the provider refuses the access token.
 */
export const snsSignUpProofExpired = (provider: SnsProvider): AppError =>
  new AppError('BAD_INPUT', `${snsProviderNames[provider]} 인증이 만료됐어요. 다시 로그인해 주세요.`)

/** Refuses a sign-up because the provider is unreachable or misconfigured. */
export const snsSignUpUnavailable = (): AppError => new AppError('UPSTREAM_FAILED', registerMessages.malformed)

type SnsRegisterDemands = Pick<SignUpRequirements, 'hasSources' | 'phoneVerification' | 'phoneCodeSent'>

/**
 * Checks of a sign-up by Naver or Kakao (docs/contract.md#sign-up): the sign-up source (how the member found the shop),
 * then the phone number as in a sign-up with a password.
 */
export const snsRegisterRules = (input: SnsRegisterInput, demands: SnsRegisterDemands): Rule[] => [
  ...signUpSourceRules(input, demands),
  ...phoneCodeRules(input, demands),
  ...optionalPhoneRules(input),
]

/** The first failed check of each field of the form, in the order of the fields. */
export const snsRegisterIssues = (input: SnsRegisterInput, demands: SnsRegisterDemands) =>
  issuesByField([...snsRegisterRules(input, demands), ...agreementRules(input.agreed !== null)])

import { AppError } from '#lib/core/errors.ts'
import { allBroken, type Rule } from '#lib/core/form-errors.ts'
import {
  agreementRules,
  optionalPhoneRules,
  phoneCodeRules,
  type RegisterDemands,
  registerMessages,
  signUpSourceRules,
} from '#lib/members/errors.ts'
import { providerNames } from './labels.ts'
import type { SnsProvider } from './rules.ts'
import type { SnsRegisterInput } from './schema.ts'

/** Messages after a failed login by Naver or Kakao (docs/contract.md#naver-and-kakao). */
export const loginFailed = {
  NAVER: '네이버 로그인에 실패했습니다',
  KAKAO: '카카오 로그인에 실패했습니다',
} as const satisfies Record<SnsProvider, string>

/** Messages after a failure in the provider's popup window. Kakao's differs from its message after a failed login. */
export const windowFailed = {
  NAVER: loginFailed.NAVER,
  KAKAO: '카카오 인증에 실패했습니다',
} as const satisfies Record<SnsProvider, string>

export const windowBlocked = '팝업이 차단됐어요. 팝업을 허용한 뒤 다시 눌러 주세요.'

export const switchedOff = (provider: SnsProvider): AppError =>
  new AppError('CONFLICT', `${providerNames[provider]} 로그인은 지금 사용할 수 없어요.`)

/** Error for a code or token that the provider refused or that was issued to another application. */
export const refusedLogin = (provider: SnsProvider): AppError => new AppError('BAD_INPUT', loginFailed[provider])

/**
 * Error for a provider that is unreachable or slow, sent an unreadable response, or doesn't know the shop's
 * application.
 */
export const providerDown = (provider: SnsProvider): AppError => new AppError('UPSTREAM_FAILED', loginFailed[provider])

/**
 * Error for a login by an account without a member. The client passes `accessToken` on to the sign-up page
 * (docs/contract.md#naver-and-kakao).
 */
export const unregistered = (provider: SnsProvider, accessToken: string): AppError =>
  new AppError('NOT_FOUND', `가입되지 않은 ${providerNames[provider]} 계정입니다.`, { details: { accessToken } })

export const alreadyRegistered = (provider: SnsProvider): AppError =>
  new AppError('CONFLICT', `이미 가입된 ${providerNames[provider]} 계정이에요. 로그인해 주세요.`)

/** Error for a sign-up with an expired or used ticket, or with a token that the provider refuses. */
export const spentToken = (provider: SnsProvider): AppError =>
  new AppError('BAD_INPUT', `${providerNames[provider]} 인증이 만료되었습니다. 다시 로그인해 주세요.`)

/** Error for a sign-up while the provider is unreachable or misconfigured. */
export const signUpDown = (): AppError => new AppError('UPSTREAM_FAILED', registerMessages.malformed)

type SnsRegisterDemands = Pick<RegisterDemands, 'phoneVerification' | 'phoneCodeSent'>

/**
 * Rules of a sign-up by Naver or Kakao (docs/contract.md#sign-up): how the member found the shop, then the phone rules
 * of a general sign-up.
 */
export const snsRegisterRules = (input: SnsRegisterInput, demands: SnsRegisterDemands): Rule[] => [
  ...signUpSourceRules(input),
  ...phoneCodeRules(input, demands),
  ...optionalPhoneRules(input),
]

/** The first broken rule of each field of the form, in their order. */
export const snsRegisterIssues = (input: SnsRegisterInput, demands: SnsRegisterDemands) =>
  allBroken([...snsRegisterRules(input, demands), ...agreementRules(input.agreed !== null)])

import type { RestrictionNotice } from '#lib/members/labels.ts'
import type { LoginAnswer } from '#lib/sessions/schema.ts'
import { snsLoginFailedTexts } from '#lib/sns/errors.ts'
import { type SnsProvider, snsPathNames } from '#lib/sns/rules.ts'
import { callApi } from '../chrome/call-api.ts'
import { startSecondStepIfNeeded } from '../sessions/challenge.ts'
import { type AfterLogin, finishLogin } from '../sessions/finish-login.ts'
import { readRestriction } from '../sessions/read-restriction.ts'
import { toast } from '../ui/toast-store.ts'
import { storeSignUpReturn, storeSignUpToken } from './stored-token.ts'

/** The refused login of a restricted member: the error message and the details of the restriction. */
export interface RestrictedLogin {
  readonly message: string
  readonly restriction: RestrictionNotice
}

/**
 * Logs in with a code of Naver or Kakao. A person without an account is sent to the sign-up, unless `onLoggedIn` is
 * set. Resolves to 'leaving' if the login is done or continues on another page, to 'stays' if it failed, or to the
 * restriction of a restricted member.
 */
export async function signInWithCode(
  provider: SnsProvider,
  codeAndState: { code: string; state: string },
  { next, onLoggedIn }: AfterLogin,
): Promise<'leaving' | 'stays' | RestrictedLogin> {
  const answer = await callApi<LoginAnswer>('POST', `/auth/login/${snsPathNames[provider]}`, codeAndState)
  if (answer.ok) {
    if (startSecondStepIfNeeded(answer.body, onLoggedIn ? null : next)) return 'leaving'
    finishLogin({ next, onLoggedIn })
    return 'leaving'
  }
  const { accessToken } = Object(answer.refusal) as { accessToken?: string }
  if (answer.status === 404 && accessToken && !onLoggedIn) {
    storeSignUpToken(provider, accessToken)
    storeSignUpReturn(next)
    location.assign(`/register/${snsPathNames[provider]}`)
    return 'leaving'
  }
  const restriction = readRestriction(answer.refusal)
  if (restriction) return { message: answer.message, restriction }
  toast(answer.message || snsLoginFailedTexts[provider], { tone: 'bad' })
  return 'stays'
}

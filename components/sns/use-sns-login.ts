'use client'

import { useRef, useState } from 'react'
import type { RestrictionNotice } from '#lib/members/labels.ts'
import type { LoginAnswer } from '#lib/sessions/schema.ts'
import { popupBlockedText, snsLoginFailedTexts, snsWindowFailedTexts } from '#lib/sns/errors.ts'
import type { SnsLoginOption } from '#lib/sns/queries.ts'
import { type SnsProvider, snsMessageSources, snsPathNames } from '#lib/sns/rules.ts'
import { callApi } from '../chrome/call-api.ts'
import { startSecondStepIfNeeded } from '../sessions/challenge.ts'
import { type AfterLogin, finishLogin } from '../sessions/finish-login.ts'
import { restrictionOfRefusal } from '../sessions/restriction-of-refusal.ts'
import { toast } from '../ui/toast-store.ts'
import { logInByPopup } from './sign-in-window.ts'
import { storeSignUpReturn, storeToken } from './stored-token.ts'

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
async function signInWithCode(
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
    storeToken(provider, accessToken)
    storeSignUpReturn(next)
    location.assign(`/register/${snsPathNames[provider]}`)
    return 'leaving'
  }
  const restriction = restrictionOfRefusal(answer.refusal)
  if (restriction) return { message: answer.message, restriction }
  toast(answer.message || snsLoginFailedTexts[provider], { tone: 'bad' })
  return 'stays'
}

/**
 * State of logins by the popup of Naver or Kakao, one at a time. A press while a popup is open stops waiting for the
 * first login.
 */
export function useSnsLogin(next: string, onLoggedIn?: () => void) {
  const [busy, setBusy] = useState<SnsProvider | null>(null)
  const [restricted, setRestricted] = useState<RestrictedLogin | null>(null)
  const pendingLogin = useRef<AbortController | null>(null)
  const inFlight = useRef(false)
  const logIn = async ({ provider, authorizeUrl }: SnsLoginOption) => {
    if (inFlight.current) return
    pendingLogin.current?.abort()
    const controller = new AbortController()
    pendingLogin.current = controller
    setBusy(provider)
    setRestricted(null)
    const outcome = await logInByPopup({ authorizeUrl, source: snsMessageSources[provider], signal: controller.signal })
    if (controller.signal.aborted) return
    pendingLogin.current = null
    if (typeof outcome === 'string') {
      setBusy(null)
      return toast(outcome === 'blocked' ? popupBlockedText : snsWindowFailedTexts[provider], { tone: 'bad' })
    }
    inFlight.current = true
    const result = await signInWithCode(provider, outcome, { next, onLoggedIn })
    if (result === 'leaving') return
    if (result !== 'stays') setRestricted(result)
    inFlight.current = false
    setBusy(null)
  }
  return { busy, restricted, logIn }
}

'use client'

import { useEffect, useRef, useState } from 'react'
import { popupBlockedText, snsWindowFailedTexts } from '#lib/sns/errors.ts'
import type { SnsLoginOption } from '#lib/sns/queries.ts'
import { type SnsProvider, snsMessageSources } from '#lib/sns/rules.ts'
import { toast } from '../ui/toast-store.ts'
import { logInByPopup, newLoginState, urlWithState } from './sign-in-window.ts'
import { type RestrictedLogin, signInWithCode } from './sign-in-with-code.ts'
import { forgetStartedLogin, storeStartedLogin } from './started-login.ts'

/**
 * State of logins by the popup of Naver or Kakao, one at a time. Pressing a login button while a popup is open ends the
 * waiting for the earlier login. If the browser opens no popup, the login goes on in the window of the page
 * (`takeStartedLogin`).
 */
export function useSnsLogin(next: string, onLoggedIn?: () => void) {
  const [busy, setBusy] = useState<SnsProvider | null>(null)
  const [restricted, setRestricted] = useState<RestrictedLogin | null>(null)
  const pendingLogin = useRef<AbortController | null>(null)
  const inFlight = useRef(false)
  // Makes the buttons usable again when the browser shows this page from its back-forward cache, for example after
  // going back from the sign-up.
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      inFlight.current = false
      setBusy(null)
    }
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [])
  const logIn = async ({ provider, authorizeUrl }: SnsLoginOption) => {
    if (inFlight.current) return
    pendingLogin.current?.abort()
    const controller = new AbortController()
    pendingLogin.current = controller
    setBusy(provider)
    setRestricted(null)
    const state = newLoginState()
    storeStartedLogin({ state, next })
    const source = snsMessageSources[provider]
    const outcome = await logInByPopup({ authorizeUrl, source, state, signal: controller.signal })
    if (controller.signal.aborted) return
    pendingLogin.current = null
    // If the popup was blocked, the login continues in this window. A page that waits below a login dialog
    // (`onLoggedIn`) isn't left, because the text typed into it would be lost.
    if (outcome === 'blocked' && !onLoggedIn) return location.assign(urlWithState(authorizeUrl, state))
    forgetStartedLogin()
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

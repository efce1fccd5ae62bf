'use client'

import { useEffect, useState } from 'react'
import { type SnsProvider, snsMessageSources } from '#lib/sns/rules.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { MessageCard } from '../ui/message-card.tsx'
import type { CallbackMessage } from './sign-in-window.ts'
import { signInWithCode } from './sign-in-with-code.ts'
import { takeStartedLogin } from './started-login.ts'

/** Passes the message to the page that opened this popup, and closes the popup. Returns false if no page opened it. */
function passToOpener(message: CallbackMessage): boolean {
  const opener: Window | null = window.opener
  if (!opener) return false
  opener.postMessage(message, location.origin)
  window.close()
  return true
}

/**
 * Logs in on this page. Does nothing if the login wasn't started in this browser. Resolves to null if another page is
 * being loaded. Otherwise resolves to an error message, or to '' if there is no message or it was already shown.
 */
async function logInHere(provider: SnsProvider, { code, state }: CallbackMessage): Promise<string | null> {
  const next = takeStartedLogin(state)
  if (next === null || code === '') return ''
  const outcome = await signInWithCode(provider, { code, state }, { next })
  if (outcome === 'leaving') return null
  return outcome === 'stays' ? '' : outcome.message
}

/**
 * Page to which Naver or Kakao redirects after a login. If a page of this shop opened it as a popup, posts the code to
 * that page and closes the popup. Otherwise finishes the login itself (docs/product.md#login).
 */
export function SignInCallback({ provider }: { readonly provider: SnsProvider }) {
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const message: CallbackMessage = {
      source: snsMessageSources[provider],
      state: query.get('state') ?? '',
      code: query.get('code') ?? '',
    }
    if (!passToOpener(message)) void logInHere(provider, message).then(setFault)
  }, [provider])
  if (fault === null) return <MessageCard title="로그인하고 있어요" text="잠시만 기다려 주세요." />
  return (
    <MessageCard title="로그인을 마치지 못했어요" text={fault || '로그인 화면에서 다시 시도해 주세요.'}>
      <ButtonLink href="/login" tone="main">
        로그인으로 가기
      </ButtonLink>
    </MessageCard>
  )
}

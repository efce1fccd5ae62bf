'use client'

import { useEffect, useState } from 'react'
import { type SnsProvider, snsMessageSources } from '#lib/sns/rules.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { MessageCard } from '../ui/message-card.tsx'
import type { CallbackMessage } from './sign-in-window.ts'

/**
 * Page to which Naver or Kakao redirects the login popup. Posts the code to the page that opened the popup, if that is
 * a page of this shop, and closes the popup (docs/product.md#login).
 */
export function SignInCallback({ provider }: { readonly provider: SnsProvider }) {
  const [hasNoOpener, setHasNoOpener] = useState(false)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const message: CallbackMessage = {
      source: snsMessageSources[provider],
      state: query.get('state') ?? '',
      code: query.get('code') ?? '',
    }
    const opener: Window | null = window.opener
    opener?.postMessage(message, location.origin)
    window.close()
    setHasNoOpener(!opener)
  }, [provider])
  if (!hasNoOpener) return <MessageCard title="로그인하고 있어요" text="잠시만 기다려 주세요. 이 창은 저절로 닫혀요." />
  return (
    <MessageCard title="로그인을 마치지 못했어요" text="로그인 화면에서 다시 시도해 주세요.">
      <ButtonLink href="/login" tone="main">
        로그인으로 가기
      </ButtonLink>
    </MessageCard>
  )
}

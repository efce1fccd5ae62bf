'use client'

import { accountMessages } from '#lib/accounts/labels.ts'
import { LookupForm, LookupResult } from './lookup-form.tsx'

const linkSentResult = () => <LookupResult>{accountMessages.linkSent}</LookupResult>

/** Form that sends a reset link to an e-mail address (docs/product.md#find-password). */
export const FindPasswordForm = () => (
  <LookupForm path="/service/find-password" action="재설정 링크 받기" renderResult={linkSentResult} />
)

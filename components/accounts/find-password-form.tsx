'use client'

import { accountMessages } from '#lib/accounts/labels.ts'
import { Notice } from '../ui/badge.tsx'
import { EmailLookupForm, EmailLookupResult } from './email-lookup-form.tsx'

const linkSentResult = () => <EmailLookupResult>{accountMessages.linkSent}</EmailLookupResult>

/**
 * Form that sends a reset link to an e-mail address (docs/product.md#find-password). If the shop can't send e-mails
 * (`canMail` is false), shows a notice instead.
 */
export const FindPasswordForm = ({ canMail }: { readonly canMail: boolean }) =>
  canMail ? (
    <EmailLookupForm path="/service/find-password" action="재설정 링크 받기" renderResult={linkSentResult} />
  ) : (
    <Notice tone="warn">{accountMessages.noMail}</Notice>
  )

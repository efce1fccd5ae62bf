'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Issue } from '#lib/core/errors.ts'
import { registerMessages, signUpFieldOfMessage } from '#lib/members/errors.ts'
import type { AgreedVersions } from '#lib/members/schema.ts'
import { snsRegisterIssues } from '#lib/sns/errors.ts'
import { type SnsProvider, snsPathNames } from '#lib/sns/rules.ts'
import type { SnsRegisterInput } from '#lib/sns/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { issueFromRefusal } from '../chrome/issue-from-refusal.ts'
import { AgreementField } from '../members/agreement-field.tsx'
import { PhoneField } from '../members/phone-field.tsx'
import { ReferralField, type SignUpSource, SignUpSourceField } from '../members/sign-up-fields.tsx'
import {
  fieldShowingIssue,
  isSignUpFormOutdated,
  issuesAfterRefusal,
  issuesToFixFirst,
} from '../members/sign-up-refusal.ts'
import { loginPath, safeReturnPath } from '../sessions/safe-return-path.ts'
import { Button } from '../ui/button.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast-store.ts'
import { firstIssuePerField, textOf, useForm } from '../ui/use-form.ts'
import { readSignUpToken, storeSignUpToken, takeSignUpReturn } from './stored-token.ts'

interface SnsRegisterFormProps {
  readonly provider: SnsProvider
  /** The sign-up sources to choose from. */
  readonly signUpSources: readonly SignUpSource[]
  /** Whether a phone number is required, verified by a code. */
  readonly phoneVerification: boolean
  /** Whether the form has a field for a referral code. */
  readonly referral: boolean
  /** Versions of the legal texts that are in force, to which the new member agrees. */
  readonly terms: AgreedVersions
}

/**
 * Form that finishes a sign-up after the login at Naver or Kakao. Redirects to /login if there was no login at Naver or
 * Kakao (docs/product.md#sign-up).
 */
export function SnsRegisterForm(props: SnsRegisterFormProps) {
  const { provider } = props
  const [token, setToken] = useState('')
  useEffect(() => {
    const stored = readSignUpToken(provider)
    if (stored) setToken(stored)
    else location.replace('/login')
  }, [provider])
  return token ? <SnsRegisterFields {...props} accessToken={token} /> : <Skeleton className="h-72" />
}

const snsRegisterInputOf = (data: FormData, terms: AgreedVersions): Omit<SnsRegisterInput, 'accessToken'> => ({
  registerWhere: Number(textOf(data, 'registerWhere')),
  phoneNumber: textOf(data, 'phoneNumber').trim(),
  sendCode: textOf(data, 'sendCode').trim(),
  referral: textOf(data, 'referral').trim(),
  agreed: data.has('agreed') ? terms : null,
})

function SnsRegisterFields({
  provider,
  signUpSources,
  phoneVerification,
  referral,
  terms,
  accessToken,
}: SnsRegisterFormProps & { accessToken: string }) {
  const router = useRouter()
  const [sentAt, setSentAt] = useState<number | null>(null)
  const { busy, errorOf, showError, formProps } = useForm(async (data) => {
    const input = { ...snsRegisterInputOf(data, terms), accessToken }
    const inputIssues = snsRegisterIssues(input, {
      hasSources: signUpSources.length > 0,
      phoneVerification,
      phoneCodeSent: sentAt !== null,
    })
    const sent = { emailCodeSent: false, phoneCodeSent: sentAt !== null }
    const show = (issues: readonly Issue[]) =>
      firstIssuePerField(issues.map((issue) => ({ ...issue, path: fieldShowingIssue(issue.path, sent) })))
    const toFixFirst = issuesToFixFirst(inputIssues)
    if (toFixFirst.length > 0) return show(toFixFirst)
    const answer = await callApi('POST', `/auth/register/${snsPathNames[provider]}`, input)
    if (!answer.ok) {
      const issue = issueFromRefusal(answer, { failed: registerMessages.malformed, fieldOf: signUpFieldOfMessage })
      if (isSignUpFormOutdated(issue)) router.refresh()
      return show(issuesAfterRefusal(inputIssues, issue))
    }
    storeSignUpToken(provider, '')
    toast(registerMessages.done, { tone: 'good' })
    router.push(loginPath(safeReturnPath(takeSignUpReturn())))
    return 'leaving'
  })
  return (
    <form {...formProps} className="grid gap-4">
      {signUpSources.length > 0 && <SignUpSourceField signUpSources={signUpSources} error={errorOf('registerWhere')} />}
      <PhoneField
        verification={phoneVerification}
        sentAt={sentAt}
        onSent={setSentAt}
        onError={showError}
        errorOf={errorOf}
      />
      {referral && <ReferralField error={errorOf('referral')} />}
      <AgreementField error={errorOf('agreed')} />
      <FormAlert message={errorOf('')} />
      <Button type="submit" tone="main" size="l" full busy={busy}>
        회원가입
      </Button>
    </form>
  )
}

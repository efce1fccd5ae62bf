'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { registerMessages } from '#lib/members/errors.ts'
import { snsRegisterIssue } from '#lib/sns/errors.ts'
import { type Provider, pathNames } from '#lib/sns/rules.ts'
import type { SnsRegisterInput } from '#lib/sns/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { PhoneField } from '../members/phone-field.tsx'
import { ReferralField, type SignUpRoute, SignUpRouteField } from '../members/sign-up-fields.tsx'
import { Button } from '../ui/button.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { readStoredToken, storeToken } from './stored-token.ts'

interface SnsRegisterFormProps {
  readonly provider: Provider
  readonly wheres: readonly SignUpRoute[]
  readonly phoneVerification: boolean
  readonly referral: boolean
}

/**
 * Finishes a sign-up with Naver or Kakao after the provider's login; redirects to /login if no such login preceded
 * (docs/product.md#sign-up).
 */
export function SnsRegisterForm(props: SnsRegisterFormProps) {
  const { provider } = props
  const [token, setToken] = useState('')
  useEffect(() => {
    const stored = readStoredToken(provider)
    if (stored) setToken(stored)
    else location.replace('/login')
  }, [provider])
  return token ? <SnsRegisterFields {...props} accessToken={token} /> : <Skeleton className="h-72" />
}

const snsRegisterInputOf = (data: FormData): Omit<SnsRegisterInput, 'accessToken'> => ({
  registerWhere: Number(textOf(data, 'registerWhere')),
  phoneNumber: textOf(data, 'phoneNumber').trim(),
  sendCode: textOf(data, 'sendCode').trim(),
  referral: textOf(data, 'referral').trim(),
})

function SnsRegisterFields({
  provider,
  wheres,
  phoneVerification,
  referral,
  accessToken,
}: SnsRegisterFormProps & { accessToken: string }) {
  const router = useRouter()
  const [sentAt, setSentAt] = useState<number | null>(null)
  const { busy, errorOf, showIssue, formProps } = useForm(async (data) => {
    const input = { ...snsRegisterInputOf(data), accessToken }
    const broken = snsRegisterIssue(input, { phoneVerification, phoneCodeSent: sentAt !== null })
    // The code's field exists only after a code was sent; until then its error is shown at the phone number.
    if (broken) return broken.path === 'sendCode' && sentAt === null ? { ...broken, path: 'phoneNumber' } : broken
    const answer = await callApi('POST', `/auth/register/${pathNames[provider]}`, input)
    if (!answer.ok) return { path: '', message: answer.message || registerMessages.malformed }
    storeToken(provider, '')
    toast(registerMessages.done, { tone: 'good' })
    router.push('/login')
    return 'leaving'
  })
  return (
    <form {...formProps} className="grid gap-4">
      <SignUpRouteField wheres={wheres} error={errorOf('registerWhere')} />
      <PhoneField
        verification={phoneVerification}
        sentAt={sentAt}
        onSent={setSentAt}
        onIssue={showIssue}
        errorOf={errorOf}
      />
      {referral && <ReferralField error={errorOf('referral')} />}
      <FormAlert message={errorOf('')} />
      <Button type="submit" tone="main" size="l" full busy={busy}>
        회원가입
      </Button>
    </form>
  )
}

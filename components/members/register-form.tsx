'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Issue } from '#lib/core/errors.ts'
import { registerIssues, registerMessages, signUpFieldOfMessage } from '#lib/members/errors.ts'
import { lowerCaseLoginId } from '#lib/members/rules.ts'
import type { AgreedVersions, RegisterInput } from '#lib/members/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { issueFromRefusal } from '../chrome/issue-from-refusal.ts'
import { storeNextLoginId } from '../sessions/next-login-id.ts'
import { loginPath } from '../sessions/safe-return-path.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { focusOnArrival } from '../ui/focus-on-arrival.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast-store.ts'
import { firstIssuePerField, textOf, useForm } from '../ui/use-form.ts'
import { useStoredFields } from '../ui/use-stored-fields.ts'
import { AgreementField } from './agreement-field.tsx'
import { emailChannel, emailInputProps } from './code-channels.ts'
import { CodeField } from './code-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { ReferralField, type SignUpSource, SignUpSourceField } from './sign-up-fields.tsx'
import { fieldShowingIssue, isSignUpFormOutdated, issuesAfterRefusal, issuesToFixFirst } from './sign-up-refusal.ts'

interface RegisterFormProps {
  /** The sign-up sources to choose from. */
  readonly signUpSources: readonly SignUpSource[]
  /** Whether a code must verify the e-mail address. */
  readonly emailVerification: boolean
  /** Whether a phone number is required, verified by a code. */
  readonly phoneVerification: boolean
  /** Whether the form has a field for a referral code. */
  readonly referral: boolean
  /** Versions of the legal texts that are in force, to which the new member agrees. */
  readonly terms: AgreedVersions
  /** Path to which the login after the sign-up leads. */
  readonly next: string
}

const registerInputOf = (data: FormData, terms: AgreedVersions): RegisterInput => ({
  id: lowerCaseLoginId(textOf(data, 'id')),
  password: textOf(data, 'password'),
  email: textOf(data, 'email').trim(),
  registerWhere: Number(textOf(data, 'registerWhere')),
  phoneNumber: textOf(data, 'phoneNumber').trim(),
  sendCode: textOf(data, 'sendCode').trim(),
  emailCode: textOf(data, 'emailCode').trim(),
  referral: textOf(data, 'referral').trim(),
  agreed: data.has('agreed') ? terms : null,
})

/** Fields whose values survive a reload of the page. Passwords, codes and the agreement must be entered again. */
const storedFields = ['id', 'email', 'registerWhere', 'phoneNumber', 'referral']

/** Form to sign up with login id and password (docs/product.md#sign-up). */
export function RegisterForm(props: RegisterFormProps) {
  const { signUpSources, emailVerification, phoneVerification, referral, terms, next } = props
  const router = useRouter()
  const [emailSentAt, setEmailSentAt] = useState<number | null>(null)
  const [phoneSentAt, setPhoneSentAt] = useState<number | null>(null)
  const sent = { emailCodeSent: emailSentAt !== null, phoneCodeSent: phoneSentAt !== null }
  const { busy, errorOf, showError, formProps } = useForm(async (data) => {
    const input = registerInputOf(data, terms)
    const inputIssues = registerIssues(
      input,
      { hasSources: signUpSources.length > 0, emailVerification, phoneVerification, ...sent },
      textOf(data, 'passwordConfirm'),
    )
    const show = (issues: readonly Issue[]) =>
      firstIssuePerField(issues.map((issue) => ({ ...issue, path: fieldShowingIssue(issue.path, sent) })))
    const toFixFirst = issuesToFixFirst(inputIssues)
    if (toFixFirst.length > 0) return show(toFixFirst)
    const answer = await callApi('POST', '/auth/register', input)
    if (!answer.ok) {
      const issue = issueFromRefusal(answer, { failed: registerMessages.malformed, fieldOf: signUpFieldOfMessage })
      if (isSignUpFormOutdated(issue)) router.refresh()
      return show(issuesAfterRefusal(inputIssues, issue))
    }
    toast(registerMessages.done, { tone: 'good' })
    storeNextLoginId(input.id)
    removeFields()
    router.push(loginPath(next))
    return 'leaving'
  })
  const verifications = `${emailVerification} ${phoneVerification}`
  const { storeFields, removeFields } = useStoredFields(formProps.ref, 'sign-up', storedFields, verifications)
  useEffect(() => {
    const id = formProps.ref.current?.elements.namedItem('id')
    if (id instanceof HTMLInputElement && !id.value) focusOnArrival(id)
  }, [formProps.ref])
  return (
    <form {...formProps} onChange={storeFields} className="grid gap-4">
      <IdentityFields errorOf={errorOf} />
      {emailVerification ? (
        <CodeField
          channel={emailChannel}
          sentAt={emailSentAt}
          onSent={setEmailSentAt}
          onError={showError}
          errorOf={errorOf}
          input={{ ...emailInputProps, required: true }}
        />
      ) : (
        <TextField {...emailInputProps} name="email" required error={errorOf('email')} />
      )}
      <PhoneField
        verification={phoneVerification}
        sentAt={phoneSentAt}
        onSent={setPhoneSentAt}
        onError={showError}
        errorOf={errorOf}
      />
      {signUpSources.length > 0 && <SignUpSourceField signUpSources={signUpSources} error={errorOf('registerWhere')} />}
      {referral && <ReferralField error={errorOf('referral')} />}
      <AgreementField error={errorOf('agreed')} />
      <FormAlert message={errorOf('')} />
      <Button type="submit" tone="main" size="l" full busy={busy}>
        회원가입
      </Button>
    </form>
  )
}

function IdentityFields({ errorOf }: { readonly errorOf: (name: string) => string | null }) {
  return (
    <>
      <TextField
        label="아이디"
        name="id"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="영문 소문자, 숫자 4~20자"
        error={errorOf('id')}
      />
      <PasswordField
        label="비밀번호"
        name="password"
        required
        autoComplete="new-password"
        placeholder="8~20자"
        error={errorOf('password')}
      />
      <PasswordField
        label="비밀번호 확인"
        name="passwordConfirm"
        typed="다시 입력한 글자"
        required
        autoComplete="new-password"
        placeholder="한 번 더 입력해 주세요"
        error={errorOf('passwordConfirm')}
      />
    </>
  )
}

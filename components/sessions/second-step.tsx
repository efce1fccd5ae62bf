'use client'

import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { NarrowFormCard } from '../ui/narrow-form-card.tsx'
import { type SecondFactorChallenge, setChallenge } from './challenge.ts'
import { EnrolSteps } from './enrol-steps.tsx'
import { finishLogin } from './finish-login.ts'
import { OneTimeCode } from './one-time-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RestrictionFacts } from './restriction-facts.tsx'
import { useAnswerChallenge } from './use-answer-challenge.ts'

export interface SecondStepProps {
  readonly challenge: SecondFactorChallenge
  /** Path to go to after the login. */
  readonly next: string
  /** Called after the login, in place of going to `next`. */
  readonly onLoggedIn?: (() => void) | undefined
}

/**
 * The second step of a staff member's login: takes the code of his authenticator. If he has no authenticator yet, sets
 * one up first.
 */
export function SecondStep({ challenge, ...after }: SecondStepProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onConfirmed={() => finishLogin(after)} />
  return (
    <NarrowFormCard
      title={challenge.enrol ? '2단계 인증 설정' : '2단계 인증'}
      hint={
        challenge.enrol
          ? '운영자는 비밀번호와 인증 앱의 코드로 로그인해요. 처음 한 번만 설정해요.'
          : '인증 앱에 보이는 코드를 입력해 주세요.'
      }
      footer={
        <Button tone="soft" onClick={() => setChallenge(null)}>
          다른 계정으로 로그인
        </Button>
      }
    >
      <CodeForm challenge={challenge} {...after} onCodes={setCodes} />
    </NarrowFormCard>
  )
}

interface CodeFormProps extends SecondStepProps {
  /** Receives the recovery codes if an authenticator was just set up. */
  readonly onCodes: (codes: readonly string[]) => void
}

function CodeForm({ challenge, onCodes, ...after }: CodeFormProps) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const { busy, errorOf, formProps, restriction } = useAnswerChallenge(challenge, after, onCodes)
  const { ref: form } = formProps
  // Focuses the field, also after a switch between authenticator code and recovery code.
  useEffect(() => {
    const field = form.current?.elements.namedItem('code')
    if (field instanceof HTMLInputElement) field.focus({ preventScroll: !usesRecoveryCode })
  }, [form, usesRecoveryCode])
  return (
    <form {...formProps} className="grid gap-4">
      {challenge.enrol && <EnrolSteps ticket={challenge.ticket} error={errorOf('enrolCode')} />}
      {usesRecoveryCode ? (
        <TextField
          label="복구 코드"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="처음 설정할 때 받은 10자리 코드예요. 한 번 쓴 코드는 다시 쓸 수 없어요."
          error={errorOf('code')}
        />
      ) : (
        <OneTimeCode error={errorOf('code')} />
      )}
      <FormAlert message={errorOf('')} />
      {restriction && errorOf('') && <RestrictionFacts restriction={restriction} />}
      <Button type="submit" tone="main" size="l" full busy={busy}>
        확인
      </Button>
      {!challenge.enrol && (
        <Button tone="soft" onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
          {usesRecoveryCode ? '인증 앱 코드로 로그인' : '인증 앱을 쓸 수 없나요? 복구 코드로 로그인'}
        </Button>
      )}
    </form>
  )
}

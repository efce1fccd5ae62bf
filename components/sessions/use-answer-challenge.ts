'use client'

import { useState } from 'react'
import { firstIssue } from '#lib/core/form-errors.ts'
import type { RestrictionNotice } from '#lib/members/labels.ts'
import { loginMessages } from '#lib/sessions/errors.ts'
import type { LoginAnswer } from '#lib/sessions/schema.ts'
import { normalizeCode, totpCodeRules } from '#lib/staff/rules.ts'
import { callApi } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'
import { type FieldIssue, textOf, useForm } from '../ui/use-form.ts'
import { type SecondFactorChallenge, setChallenge } from './challenge.ts'
import { type AfterLogin, finishLogin } from './finish-login.ts'
import { readRestriction } from './read-restriction.ts'

/** Returns from the second step of a staff login to the first step, and shows `message` as a toast. */
export function returnToFirstStep(message: string) {
  toast(message || loginMessages.fault, { tone: 'bad' })
  setChallenge(null)
}

/**
 * Sends the code typed in the second step of a staff login (`challenge`). Calls `onCodes` with the recovery codes if an
 * authenticator was just set up.
 */
export function useAnswerChallenge(
  { ticket, enrol }: SecondFactorChallenge,
  after: AfterLogin,
  onCodes: (codes: readonly string[]) => void,
) {
  const [restriction, setRestriction] = useState<RestrictionNotice | null>(null)
  const form = useForm(async (data) => {
    const code = normalizeCode(textOf(data, 'code'))
    const inputIssue = firstIssue(totpCodeRules(code, enrol))
    if (inputIssue) return inputIssue
    const answer = await callApi<Extract<LoginAnswer, { accessToken: string }>>('POST', '/auth/login/totp', {
      ticket,
      code,
      enrolCode: textOf(data, 'enrolCode'),
    })
    if (!answer.ok) {
      if (answer.status === 409) returnToFirstStep(answer.message)
      const restrictionNotice = readRestriction(answer.refusal)
      setRestriction(restrictionNotice)
      if (restrictionNotice) return { path: '', message: answer.message }
      const { issues } = Object(answer.refusal) as { issues?: readonly FieldIssue[] }
      const path = issues?.[0]?.path === 'enrolCode' ? 'enrolCode' : 'code'
      return { path, message: answer.message || loginMessages.fault }
    }
    if (answer.body.recoveryCodes) {
      onCodes(answer.body.recoveryCodes)
      return null
    }
    finishLogin(after)
    return 'leaving'
  })
  return { ...form, restriction }
}

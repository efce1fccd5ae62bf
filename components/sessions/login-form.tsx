'use client'

import { type RefObject, useEffect, useState } from 'react'
import { issuesByField } from '#lib/core/form-errors.ts'
import type { RestrictionNotice } from '#lib/members/labels.ts'
import { lowerCaseLoginId } from '#lib/members/rules.ts'
import { loginMessages, loginRules } from '#lib/sessions/errors.ts'
import type { LoginAnswer } from '#lib/sessions/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { TextField } from '../ui/field.tsx'
import { focusOnArrival } from '../ui/focus-on-arrival.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { readStoredText, storeText } from '../ui/stored-text.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { startSecondStepIfNeeded } from './challenge.ts'
import { finishLogin } from './finish-login.ts'
import { takeNextLoginId } from './next-login-id.ts'
import { readRestriction } from './read-restriction.ts'
import { RestrictionFacts } from './restriction-facts.tsx'

/** localStorage key of the login id to fill in at the next login (docs/product.md#login). */
const savedIdKey = 'savedId'
/** localStorage key of the checkbox that saves the login id. The stored value is `off` if the checkbox was cleared. */
const saveIdKey = 'save-id'

interface LoginFormProps {
  /** Path to go to after the login. */
  readonly next: string
  /** Login id of the only member who may sign in here. The login id field is then read-only. */
  readonly fixedId?: string | undefined
  /** Called after the login, in place of going to `next`. */
  readonly onLoggedIn?: (() => void) | undefined
}

/** Form that signs in with login id and password. Then calls `onLoggedIn`, or goes to `next` without it. */
export function LoginForm({ next, fixedId, onLoggedIn }: LoginFormProps) {
  const [restriction, setRestriction] = useState<RestrictionNotice | null>(null)
  const { busy, errorOf, formProps } = useForm(async (data) => {
    const input = { id: lowerCaseLoginId(textOf(data, 'id')), password: textOf(data, 'password') }
    const inputIssues = issuesByField(loginRules(input))
    if (inputIssues.length > 0) return inputIssues
    const answer = await callApi<LoginAnswer>('POST', '/auth/login', input)
    setRestriction(answer.ok ? null : readRestriction(answer.refusal))
    if (!answer.ok) return { path: '', message: answer.message || loginMessages.fault }
    if (!fixedId) storeChoice(input.id, data.has('saveId'))
    if (startSecondStepIfNeeded(answer.body, onLoggedIn ? null : next)) return 'leaving'
    finishLogin({ next, onLoggedIn })
    return 'leaving'
  })
  useSavedId(formProps.ref)
  return (
    <form {...formProps} className="grid gap-4">
      <TextField
        label="아이디"
        name="id"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={fixedId}
        readOnly={fixedId !== undefined}
        error={errorOf('id')}
      />
      <PasswordField label="비밀번호" name="password" autoComplete="current-password" error={errorOf('password')} />
      {!fixedId && <Checkbox name="saveId" label="ID 저장" defaultChecked className="justify-self-start" />}
      <FormAlert message={errorOf('')} />
      {restriction && errorOf('') && <RestrictionFacts restriction={restriction} />}
      <Button type="submit" tone="main" size="l" full busy={busy}>
        로그인
      </Button>
    </form>
  )
}

/** Saves the login id for the next login, or removes the saved id. Also saves the checkbox's state. */
function storeChoice(id: string, isSaved: boolean) {
  storeText(savedIdKey, isSaved ? id : '')
  storeText(saveIdKey, isSaved ? '' : 'off')
}

/**
 * Fills in the login id with which the person has just signed up or changed the password, otherwise the id saved at the
 * last login. Then focuses the password. An id that was already typed stays. If there is no id to fill in,
 * `focusOnArrival` focuses the id field. Also restores the checkbox that saves the id.
 */
function useSavedId(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const idToFillIn = takeNextLoginId() || readStoredText(savedIdKey)
    const [id, password, save] = ['id', 'password', 'saveId'].map((name) => form.current?.elements.namedItem(name))
    if (save instanceof HTMLInputElement && readStoredText(saveIdKey) === 'off') save.checked = false
    if (!(id instanceof HTMLInputElement) || id.value) return
    if (!idToFillIn) {
      focusOnArrival(id)
      return
    }
    id.value = idToFillIn
    if (password instanceof HTMLInputElement) password.focus()
  }, [form])
}

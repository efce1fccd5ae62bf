'use client'

import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { firstIssue, type Rule } from '#lib/core/form-errors.ts'
import { verificationCodeRules } from '#lib/verification/rules.ts'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { TextField } from '../ui/field.tsx'
import { serverAheadMs } from '../ui/server-time.ts'
import { toast } from '../ui/toast-store.ts'

/**
 * How a verification code is sent to an e-mail address or to a phone number (docs/contract.md#verification-codes).
 * `name` is the name of the field for the e-mail address or phone number, `codeName` the name of the field for the
 * code.
 */
export interface CodeChannel {
  /** Path of the call that sends the code. */
  readonly path: string
  readonly name: string
  readonly codeName: string
  readonly codeLabel: string
  /** Rules that the e-mail address or phone number must meet. */
  readonly rules: (target: string) => Rule[]
  /** Message after a code was sent. */
  readonly sentText: string
}

interface CodeFieldProps {
  readonly channel: CodeChannel
  /**
   * Time at which the last code was sent, in milliseconds by the server's clock; null if no code was sent, or the
   * e-mail address or phone number is being changed.
   */
  readonly sentAt: number | null
  readonly onSent: (at: number | null) => void
  readonly errorOf: (name: string) => string | null
  /** Shows an error at the field `name`; null removes it. */
  readonly onError: (name: string, message: string | null) => void
  /** Props of the field for the e-mail address or phone number. */
  readonly input: Omit<ComponentProps<typeof TextField>, 'name' | 'action' | 'error' | 'ref'>
}

const sendFailedText = '오류가 발생했습니다'

/**
 * Field for an e-mail address or phone number that a code must verify. After a code is sent, the field is locked and a
 * field for the code appears (docs/product.md#sign-up).
 */
export function CodeField(props: CodeFieldProps) {
  const { channel, sentAt, onSent, errorOf, input } = props
  const field = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const { busy, send } = useSendCode(props, field)
  const [initiallySentAt] = useState(sentAt)
  // Focuses the code field after a code is sent, but not after a reload of the page, if the code was sent before it.
  useEffect(() => {
    if (sentAt !== null && sentAt !== initiallySentAt) code.current?.focus()
  }, [sentAt, initiallySentAt])
  const changeTarget = () => {
    onSent(null)
    field.current?.focus()
  }
  return (
    <div className="grid gap-3">
      <TextField
        {...input}
        ref={field}
        name={channel.name}
        readOnly={sentAt !== null}
        error={errorOf(channel.name)}
        action={
          <Button size="m" className="min-h-[3rem]" busy={busy} onClick={send}>
            {sentAt === null ? '인증번호 전송' : '재전송'}
          </Button>
        }
      />
      {sentAt !== null && (
        <TextField
          ref={code}
          label={channel.codeLabel}
          name={channel.codeName}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={verificationCodeRules.digits}
          error={errorOf(channel.codeName)}
          hint={<CodeHint sentAt={sentAt} onChange={changeTarget} targetLabel={input.label} />}
        />
      )}
    </div>
  )
}

function useSendCode({ channel, onSent, onError }: CodeFieldProps, field: RefObject<HTMLInputElement | null>) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    const target = field.current?.value.trim() ?? ''
    const inputIssue = firstIssue(channel.rules(target))
    onError(channel.name, inputIssue?.message ?? null)
    if (inputIssue) return field.current?.focus()
    if (busy) return
    setBusy(true)
    const answer = await callApi('POST', channel.path, { [channel.name]: target })
    setBusy(false)
    toast(answer.ok ? channel.sentText : answer.message || sendFailedText, { tone: answer.ok ? 'good' : 'bad' })
    if (answer.ok) onSent(Date.now() + serverAheadMs())
  }
  return { busy, send }
}

function CodeHint({
  sentAt,
  onChange,
  targetLabel,
}: {
  readonly sentAt: number
  readonly onChange: () => void
  readonly targetLabel: string
}) {
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="tabular-nums">
        <Countdown
          until={sentAt + verificationCodeRules.lifeMs}
          now={sentAt}
          ended="시간이 지났어요. 재전송해 주세요."
          withHours={false}
        />
      </span>
      <button
        type="button"
        onClick={onChange}
        className="rounded-badge px-1 font-semibold text-ink-2 underline underline-offset-2 touch:min-h-11"
      >
        {targetLabel} 다시 입력
      </button>
    </span>
  )
}

'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { cashRefundRules } from '#lib/charges/errors.ts'
import { cashRefundMessages } from '#lib/charges/labels.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'
import { isOutcomeUnknown, shouldReloadAfter } from '../chrome/attempt.ts'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { parseTypedAmount } from './charge-draft.ts'
import { WonField } from './won-field.tsx'

interface CashRefundFormProps {
  /** Largest amount that can be refunded, in won; the form begins with it. */
  readonly refundable: number
  /** False if the shop has no way to send e-mails; the form then doesn't promise one. */
  readonly canMail: boolean
  onRequested(): void
}

/** Form for the amount of a cash refund and the bank account that gets it. */
export function CashRefundForm({ refundable, canMail, onRequested }: CashRefundFormProps) {
  const router = useRouter()
  const [text, setText] = useState(formatCount(refundable))
  const { busy, errorOf, formProps } = useForm(async (data) => {
    const read = (name: string) => textOf(data, name).trim()
    const recipient = { bank: read('bank'), account: read('account'), name: read('name'), email: read('email') }
    const request = { point: parseTypedAmount(read('point')), ...recipient }
    const inputIssue = firstIssue(cashRefundRules(request))
    if (inputIssue) return inputIssue
    const answer = await callApi('POST', '/service/refund-request', request)
    if (!answer.ok) {
      const isUnknown = isOutcomeUnknown(answer.status)
      // If the request arrived, the loaded page shows it instead of this form.
      if (shouldReloadAfter(answer.status)) router.refresh()
      return { path: '', message: isUnknown ? cashRefundMessages.unknown : answer.message || cashRefundMessages.failed }
    }
    toast(cashRefundMessages.done, { tone: 'good' })
    onRequested()
    router.refresh()
    return null
  })
  return (
    <form {...formProps} aria-label="환불 신청" className="grid gap-4">
      <WonField
        label="환불 금액"
        name="point"
        text={text}
        onText={setText}
        error={errorOf('point')}
        hint={`최대 ${formatCount(refundable)}원`}
        className="text-right font-semibold tabular-nums"
        action={
          <Button tone="soft" onClick={() => setText(formatCount(refundable))}>
            전액
          </Button>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-2">
        <TextField label="은행" name="bank" maxLength={50} placeholder="예: 국민은행" error={errorOf('bank')} />
        <TextField
          label="예금주"
          name="name"
          maxLength={50}
          autoComplete="name"
          hint="충전할 때의 입금자명과 다르면 확인이 필요해 늦어질 수 있어요."
          error={errorOf('name')}
        />
      </div>
      <TextField
        label="계좌번호"
        name="account"
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        error={errorOf('account')}
      />
      <TextField
        label="이메일"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={canMail ? '처리 결과를 이 주소로 알려 드려요.' : '환불에 확인할 것이 있으면 이 주소로 연락드려요.'}
        error={errorOf('email')}
      />
      <FormAlert message={errorOf('')} />
      <Button type="submit" tone="main" size="l" full busy={busy}>
        환불 신청
      </Button>
    </form>
  )
}

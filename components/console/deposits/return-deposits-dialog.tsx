'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { messages } from '#lib/core/pipeline-messages.ts'
import { reasonMissing } from '#lib/deposits/errors.ts'
import { depositTitle } from '#lib/deposits/labels.ts'
import { sumOfWon } from '#lib/deposits/rules.ts'
import type { DepositRow } from '#lib/deposits/schema.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import { callApi } from '../../chrome/call-api.ts'
import { Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { chipClass, chipOffClass } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { textOf, useForm } from '../../ui/use-form.ts'

/** Number of parallel calls: enough to return one page of deposits quickly, few enough not to delay other requests. */
const MAX_PARALLEL_CALLS = 4

interface ReturnResult {
  readonly deposit: DepositRow
  /** The server's message if it refused to return the deposit; null if the deposit was returned. */
  readonly refusal: string | null
}

async function returnDeposit(deposit: DepositRow, reason: string): Promise<ReturnResult> {
  const answer = await callApi('POST', `/api/admin/deposits/${deposit.id}/return`, { reason })
  return { deposit, refusal: answer.ok ? null : answer.message || messages.fault }
}

interface ReturnDepositsDialogProps {
  readonly deposits: readonly DepositRow[]
  /** Reasons that staff gave for recent returns, offered as suggestions. */
  readonly reasons: readonly string[]
  readonly busy: boolean
  /**
   * Called if there is only one deposit: the list of deposits then makes the call that returns it, instead of this
   * dialog.
   */
  readonly onReturnSingle: (deposit: DepositRow, reason: string) => unknown
  readonly onReturned: (deposit: DepositRow) => void
  readonly onClose: () => void
}

const countText = (rows: readonly unknown[]): string => `${formatCount(rows.length)}건`

/**
 * Asks for a reason and returns one or several deposits with it. Each return is a separate call, so that a refused call
 * does not stop the others; a call is refused, for example, if a colleague has settled the deposit.
 */
export function ReturnDepositsDialog({
  deposits,
  reasons,
  busy,
  onReturnSingle,
  onReturned,
  onClose,
}: ReturnDepositsDialogProps) {
  const router = useRouter()
  // The deposits with which the dialog was opened. Later changes of the prop don't change which deposits are returned.
  const [initialDeposits] = useState(deposits)
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<readonly ReturnResult[]>([])
  const [isFinished, setIsFinished] = useState(false)
  const closed = useRef(false)
  const close = () => {
    closed.current = true
    onClose()
  }
  async function returnAll(trimmedReason: string) {
    const queue = [...initialDeposits]
    const finishedReturns: ReturnResult[] = []
    const sendQueued = async () => {
      for (let next = queue.shift(); next && !closed.current; next = queue.shift()) {
        const result = await returnDeposit(next, trimmedReason)
        finishedReturns.push(result)
        if (result.refusal === null) onReturned(result.deposit)
        setResults([...finishedReturns])
      }
    }
    await Promise.all(Array.from({ length: MAX_PARALLEL_CALLS }, sendQueued))
    router.refresh()
    const returned = finishedReturns.filter(({ refusal }) => refusal === null)
    if (returned.length > 0) toast(`입금 ${countText(returned)}을 반환으로 적었어요.`, { tone: 'good' })
    if (returned.length === finishedReturns.length) close()
    else setIsFinished(true)
  }
  const form = useForm(async (data) => {
    const trimmedReason = textOf(data, 'reason').trim()
    if (trimmedReason === '') return { path: 'reason', message: reasonMissing().message }
    const [only, ...others] = initialDeposits
    if (only && others.length === 0) await onReturnSingle(only, trimmedReason)
    else await returnAll(trimmedReason)
    return null
  })
  if (isFinished) return <RefusedReturns results={results} onClose={close} />
  const sum = wonText(sumOfWon(initialDeposits.map(({ amount }) => amount)))
  const isRunning = form.busy && initialDeposits.length > 1
  return (
    <FormDialog
      title="입금 반환"
      form={form}
      action={
        isRunning
          ? `${results.length}/${initialDeposits.length}`
          : initialDeposits.length > 1
            ? `${countText(initialDeposits)} 반환`
            : '반환'
      }
      tone="bad"
      focus="input"
      busy={busy || form.busy}
      onClose={close}
    >
      <p className="text-ink-2">
        {initialDeposits.length === 1 && initialDeposits[0]
          ? `${depositTitle(initialDeposits[0])} 입금을`
          : '고른 입금을'}{' '}
        돌려보낸 것으로 적어요. 송금은 은행에서 직접 해 주세요.
      </p>
      {initialDeposits.length > 1 && (
        <Facts
          facts={[
            { term: '반환할 입금', value: countText(initialDeposits) },
            { term: '합계', value: sum },
          ]}
        />
      )}
      <TextField
        label="사유"
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={form.errorOf('reason')}
      />
      {reasons.length > 0 && (
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="mb-2 text-s font-semibold text-ink-2">최근에 쓴 사유</legend>
          {reasons.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === reason}
              onClick={() => setReason(each)}
              className={`${chipClass} ${chipOffClass} max-w-full truncate`}
            >
              {each}
            </button>
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}

/** Last step of the dialog: which deposits the server refused to return, and why. */
function RefusedReturns({
  results,
  onClose,
}: {
  readonly results: readonly ReturnResult[]
  readonly onClose: () => void
}) {
  const refused = results.filter(({ refusal }) => refusal !== null)
  return (
    <ConfirmDialog title="입금 반환" busy={false} onConfirm={onClose} onClose={onClose}>
      <div role="status" className="grid gap-2">
        <Notice tone="warn" className="text-s">
          {`${formatCount(results.length - refused.length)}건을 반환으로 적었고 ${countText(refused)}은 적지 못했어요.`}
        </Notice>
        <ul className="grid gap-1.5 text-s">
          {refused.map(({ deposit, refusal }) => (
            <li key={deposit.id}>
              <b className="font-semibold">{depositTitle(deposit)}</b> {refusal}
            </li>
          ))}
        </ul>
      </div>
    </ConfirmDialog>
  )
}

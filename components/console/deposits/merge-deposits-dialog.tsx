'use client'

import { useState } from 'react'
import { canApproveCharge } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { sumOfWon } from '#lib/deposits/rules.ts'
import type { DepositRow } from '#lib/deposits/schema.ts'
import { pointText, wonText } from '#lib/money/points.ts'
import { Facts } from '../../ui/amount.tsx'
import { ConfirmDialog, type DialogControls } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useDetail } from '../use-detail.ts'
import { type ChargeRows, pathOfEndedCharges, pathOfPendingCharges } from './approvable-charges.ts'

interface MergeDepositsDialogProps extends DialogControls {
  readonly deposits: readonly DepositRow[]
  readonly onMerge: (charge: AdminChargeRow) => void
}

/** How `useDetail` searches the charges of one status for the sum of the deposits, in won. */
const requestOf = (pathOf: (sumInWon: number) => string) => ({ pathOf, versionOf: (sumInWon: number) => sumInWon })
const pendingRequest = requestOf(pathOfPendingCharges)
const endedRequest = requestOf(pathOfEndedCharges)

/**
 * The charges that can be approved and are for exactly this sum. Undefined until they are loaded; none if that failed.
 */
function useChargesOfSum(sumInWon: number): readonly AdminChargeRow[] | undefined {
  const pending = useDetail<number, ChargeRows>(sumInWon, pendingRequest)
  const ended = useDetail<number, ChargeRows>(sumInWon, endedRequest)
  if (pending.failed || ended.failed) return []
  if (!pending.detail || !ended.detail) return undefined
  const charges = [...pending.detail.rows, ...ended.detail.rows]
  return charges.filter((charge) => charge.payAmount === sumInWon && canApproveCharge(charge))
}

/**
 * Dialog in which staff choose the charge that several deposits pay for together. The amount of the charge must be
 * exactly their sum.
 */
export function MergeDepositsDialog({ deposits, onMerge, ...controls }: MergeDepositsDialogProps) {
  const sumInWon = sumOfWon(deposits.map(({ amount }) => amount))
  const charges = useChargesOfSum(sumInWon)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const charge = charges?.find(({ id }) => id === chosenId) ?? (charges?.length === 1 ? charges[0] : undefined)
  const noneText = `${wonText(sumInWon)}인 충전 요청이 없어요.`
  const merge = () => {
    if (charge) onMerge(charge)
    else toast(charges?.length === 0 ? noneText : '합친 금액의 충전 요청을 골라 주세요.', { tone: 'bad' })
  }
  return (
    <ConfirmDialog
      {...controls}
      title="입금 합치기"
      action={charge ? `${pointText(charge.point)} 충전하기` : '충전하기'}
      tone="main"
      onConfirm={merge}
    >
      <Facts
        facts={[
          ...deposits.map(({ id, name, amount }) => ({ term: `${name} (${id})`, value: wonText(amount) })),
          { term: '합계', value: wonText(sumInWon) },
        ]}
      />
      {charges?.length === 0 && <p className="text-ink-2">{noneText}</p>}
      {charges && charges.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-2 text-s font-semibold text-ink-2">충전 요청</legend>
          {charges.map(({ id, name, memberId }) => (
            <label key={id} className="flex min-h-11 items-center gap-2.5 rounded-field border border-line px-3">
              <input
                type="radio"
                name="charge"
                className="size-[18px] accent-main"
                checked={charge?.id === id}
                onChange={() => setChosenId(id)}
              />
              <span className="wrap-anywhere">
                <b className="font-semibold">{name}</b> · {memberId}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  )
}

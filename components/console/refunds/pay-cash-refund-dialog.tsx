'use client'

import { useRef, useState } from 'react'
import { bankCheckMissing, payerCreditedCharge, payOutReasonMissing } from '#lib/charges/errors.ts'
import { cashRefundMails, fundingLabels, reversedLabel } from '#lib/charges/labels.ts'
import type { AdminRefundRow, ChargeOfRefundRow } from '#lib/charges/schema.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { wonText } from '#lib/money/points.ts'
import { Facts } from '../../ui/amount.tsx'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { cx } from '../../ui/class-names.ts'
import { ConfirmDialog, type DialogControls } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { rowQuery } from '../list-state.ts'
import { MessagePreview } from '../notify-member.tsx'
import { PageLink } from '../page-link.tsx'

/**
 * Name of the holder of the bank account to which a cash refund goes; in red if it differs from the depositor name of
 * one of the charges that it rests on.
 */
export const AccountHolderName = ({ name, nameDiffers }: Pick<AdminRefundRow, 'name' | 'nameDiffers'>) => (
  <span className={nameDiffers ? 'text-bad' : undefined}>{name}</span>
)

/**
 * The charges on whose unspent points a cash refund rests, each with its depositors and the staff who credited and
 * confirmed it.
 */
export function ChargesOfCashRefund({ refund }: { readonly refund: AdminRefundRow }) {
  if (refund.charges.length === 0) return <p className="text-s text-ink-3">근거 충전이 기록되기 전의 신청이에요.</p>
  return (
    <ul aria-label="근거 충전" className="grid gap-2.5">
      {refund.charges.map((charge) => (
        <ChargeOfRefund key={charge.id} charge={charge} refund={refund} />
      ))}
    </ul>
  )
}

function ChargeOfRefund({ charge, refund }: { readonly charge: ChargeOfRefundRow; readonly refund: AdminRefundRow }) {
  const { id, point, chargePoint, depositors, reversed, funding } = charge
  const hasOtherDepositor = depositors.some((name) => normalName(name) !== normalName(refund.name))
  const pointsText = point === chargePoint ? wonText(point) : `${wonText(chargePoint)} 중 ${wonText(point)}`
  return (
    <li className="grid gap-0.5 text-s tabular-nums">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PageLink path="/admin/charges" query={rowQuery(id)}>
          충전 {id}
        </PageLink>
        <b className="font-semibold">{pointsText}</b>
        <Badge tone={reversed ? 'bad' : funding === 'UNCONFIRMED' ? 'warn' : 'good'} className="ml-auto">
          {reversed ? reversedLabel : fundingLabels[funding]}
        </Badge>
      </span>
      <span className={cx('wrap-anywhere', hasOtherDepositor ? 'font-semibold text-bad' : 'text-ink-2')}>
        입금자 {depositors.join(', ')}
      </span>
      <span className="text-ink-3 wrap-anywhere">{staffBehindChargeText(charge)}</span>
    </li>
  )
}

function staffBehindChargeText({ creditedBy, confirmedBy }: ChargeOfRefundRow): string {
  const by = creditedBy.length > 0 ? `처리 ${creditedBy.join(', ')}` : '자동으로 확인'
  return confirmedBy ? `${by} · 확인 ${confirmedBy}` : by
}

/** What staff answered in the dialog that pays a cash refund. */
export interface PayOutAnswers {
  /** Whether staff have seen the deposits among the transactions of the bank. */
  readonly bankChecked: boolean
  readonly reason: string
  /** Whether the money is sent with a bulk-transfer file. */
  readonly byFile: boolean
}

interface PayCashRefundDialogProps extends DialogControls {
  readonly refund: AdminRefundRow
  readonly onPay: (answers: PayOutAnswers) => void
}

/**
 * Dialog in which staff confirm the payment of a cash refund. The points are deducted first, and staff transfer the
 * money afterwards; in the other order, the member could spend the points after the transfer.
 */
export function PayCashRefundDialog({ refund, onPay, ...controls }: PayCashRefundDialogProps) {
  const { needs, nameDiffers } = refund
  const [answers, setAnswers] = useState<PayOutAnswers>({ bankChecked: false, reason: '', byFile: false })
  const [wasConfirmed, setWasConfirmed] = useState(false)
  const reasonField = useRef<HTMLInputElement>(null)
  // The server's messages for the reason and the bank check; null if the value is given or not required.
  const missing = {
    reason: needs.reason && answers.reason === '' ? payOutReasonMissing(nameDiffers ? 'name' : 'alone').message : null,
    bankCheck: needs.bankCheck && !answers.bankChecked ? bankCheckMissing().message : null,
  }
  const confirm = () => {
    setWasConfirmed(true)
    if (missing.reason) reasonField.current?.focus()
    else if (!missing.bankCheck) onPay(answers)
  }
  return (
    <ConfirmDialog
      {...controls}
      title="환불 지급"
      text={`${refund.memberId} 회원의 잔액에서 ${wonText(refund.point)}이 바로 차감돼요. 차감된 것을 확인한 뒤 송금해 주세요.`}
      action={needs.other ? undefined : `${wonText(refund.point)} 지급하기`}
      tone="main"
      onConfirm={confirm}
    >
      <Facts
        facts={[
          { term: '보낼 금액', value: wonText(refund.point) },
          { term: '받을 계좌', value: `${refund.bank} ${refund.account}` },
          { term: '예금주', value: <AccountHolderName {...refund} /> },
        ]}
      />
      <ChargesOfCashRefund refund={refund} />
      {needs.other && <FormAlert message={payerCreditedCharge().message} />}
      {nameDiffers && (
        <Notice tone="bad" className="text-s">
          <b className="text-bad">예금주와 입금자명이 달라요.</b> 보낸 사람에게 돌려주는 것이 맞는지 확인해 주세요.
        </Notice>
      )}
      {needs.reason && !needs.other && (
        <TextField
          ref={reasonField}
          label="지급 사유"
          required
          maxLength={500}
          autoComplete="off"
          value={answers.reason}
          onChange={(event) => setAnswers({ ...answers, reason: event.target.value.trimStart() })}
          error={wasConfirmed ? missing.reason : null}
        />
      )}
      {needs.bankCheck && !needs.other && (
        <div className="grid gap-2">
          <Checkbox
            label="은행 거래 내역에서 이 입금을 직접 확인했어요"
            checked={answers.bankChecked}
            onChange={(event) => setAnswers({ ...answers, bankChecked: event.target.checked })}
          />
          <FormAlert message={wasConfirmed ? missing.bankCheck : null} />
        </div>
      )}
      {!needs.other && (
        <Checkbox
          label="이체 파일로 보낼게요"
          checked={answers.byFile}
          onChange={(event) => setAnswers({ ...answers, byFile: event.target.checked })}
        />
      )}
      {!needs.other && !answers.byFile && <MessagePreview message={cashRefundMails.paid(wonText(refund.point))} />}
    </ConfirmDialog>
  )
}

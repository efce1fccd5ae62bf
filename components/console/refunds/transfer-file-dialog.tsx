'use client'

import { useState } from 'react'
import { payOutReasonMissing } from '#lib/charges/errors.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import { type TransferBank, transferBankLabels, transferBanks } from '#lib/transfers/labels.ts'
import type { CreatedTransferFile } from '#lib/transfers/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { useConsoleCall } from '../use-console-call.ts'

const bankOptions = transferBanks.map((value) => ({ value, label: transferBankLabels[value] }))

/**
 * The server's messages that a cash refund needs a reason. This dialog has no field for a reason, because each cash
 * refund would need a reason of its own.
 */
const reasonMessages: readonly (string | null)[] = (['name', 'alone'] as const).map(
  (why) => payOutReasonMissing(why).message,
)

interface TransferFileDialogProps {
  readonly ids: readonly number[]
  /** Called with the ids of the cash refunds that were put into a file. */
  readonly onFiled: (ids: readonly number[]) => void
  readonly onClose: () => void
}

/** Dialog that puts cash refunds into a bulk-transfer file. Afterwards it shows which of them were left out and why. */
export function TransferFileDialog({ ids, onFiled, onClose }: TransferFileDialogProps) {
  // The ids with which the dialog was opened. Cash refunds that have gone into a file disappear from the prop `ids`.
  const [initialIds] = useState(ids)
  const [bank, setBank] = useState<TransferBank>('KB')
  const [bankChecked, setBankChecked] = useState(false)
  const [filed, setFiled] = useState<CreatedTransferFile | null>(null)
  const { busy, run } = useConsoleCall()
  const submit = async () => {
    const body = { bank, refundIds: initialIds, bankChecked }
    const answer = await run<CreatedTransferFile>({ method: 'POST', path: '/api/admin/transfer-files', body })
    if (!answer?.ok) return
    setFiled(answer.body)
    onFiled(answer.body.rows.filter(({ result }) => result === 'IN_FILE').map(({ id }) => id))
  }
  return (
    <ConfirmDialog
      title={`이체 파일 만들기 · ${formatCount(initialIds.length)}건`}
      text={filed ? undefined : '고른 환불의 포인트가 바로 차감돼요. 만든 파일을 은행의 대량이체 화면에 올려 주세요.'}
      action={filed ? undefined : '이체 파일 만들기'}
      tone="main"
      busy={busy}
      onConfirm={submit}
      onClose={onClose}
    >
      {filed ? (
        <TransferFileOutcome filed={filed} />
      ) : (
        <>
          <SelectField
            label="보낼 은행"
            options={bankOptions}
            value={bank}
            onChange={(event) => setBank(event.target.value as TransferBank)}
          />
          <Checkbox
            label="은행 거래 내역에서 이 환불들의 입금을 직접 확인했어요"
            checked={bankChecked}
            onChange={(event) => setBankChecked(event.target.checked)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

/** Which cash refunds are in the bulk-transfer file, and why the others aren't. */
export function TransferFileOutcome({ filed: { file, rows } }: { readonly filed: CreatedTransferFile }) {
  const notFiled = rows.filter(({ result }) => result !== 'IN_FILE')
  return (
    <div role="status" className="grid gap-3">
      {file ? (
        <p>
          {transferBankLabels[file.bank]} 이체 파일 {file.id}번에 {formatCount(file.count)}건, {wonText(file.total)}을
          넣었어요.
        </p>
      ) : (
        <Notice tone="warn" className="text-s">
          이체 파일에 넣은 환불이 없어요.
        </Notice>
      )}
      {file && (
        <a href={`/api/admin/transfer-files/${file.id}/file`} download className={buttonClass({ tone: 'tint' })}>
          파일 내려받기
        </a>
      )}
      {notFiled.length > 0 && (
        <ul aria-label="넣지 못한 환불" className="grid gap-1.5 text-s">
          {notFiled.map(({ id, result, message }) => (
            <li key={id} className="wrap-anywhere">
              <b>환불 {id}</b> {result === 'WAITING' ? '다른 운영자의 확인을 기다려요.' : message}
            </li>
          ))}
        </ul>
      )}
      {notFiled.some(({ message }) => reasonMessages.includes(message)) && (
        <p className="text-s text-ink-3">
          사유가 필요한 환불은 하나씩 지급하면서 ‘이체 파일로 보낼게요’를 골라 주세요. 그러면 다음 파일에 넣을 수
          있어요.
        </p>
      )}
    </div>
  )
}

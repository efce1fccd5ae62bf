'use client'

import { useState } from 'react'
import { formatCount, wonText } from '#lib/money/points.ts'
import { transferBankLabels, transferLineFaultTexts, transferResultLabels } from '#lib/transfers/labels.ts'
import type { JudgedResults, TransferFileRow } from '#lib/transfers/schema.ts'
import { readTableFile, takeChosenFile } from '../../chrome/read-file.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { controlBaseClass } from '../../ui/field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useConsoleCall } from '../use-console-call.ts'

const resultText = ({ sent, failed }: JudgedResults): string =>
  `이체 완료 ${formatCount(sent)}건, 실패 ${formatCount(failed)}건`

/**
 * Dialog that imports a bank's result of a bulk-transfer file. It first shows which cash refund each line would mark as
 * sent or failed, and then marks the cash refunds.
 */
export function TransferResultDialog({
  file,
  onClose,
}: {
  readonly file: TransferFileRow
  readonly onClose: () => void
}) {
  const [table, setTable] = useState('')
  const [judged, setJudged] = useState<JudgedResults | null>(null)
  const { busy, run } = useConsoleCall()
  const send = async (apply: boolean) => {
    const answer = await run<JudgedResults>({
      method: 'POST',
      path: `/api/admin/transfer-files/${file.id}/results`,
      body: { table, apply },
      done: apply ? (body) => `${resultText(body)}을 표시했어요.` : '',
    })
    if (!answer?.ok) return
    if (apply) onClose()
    else setJudged(answer.body)
  }
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return
    const read = await readTableFile(chosen)
    if ('refused' in read) toast(read.refused, { tone: 'bad' })
    else setTable(read.text)
  }
  const markCount = judged ? judged.sent + judged.failed : 0
  return (
    <ConfirmDialog
      title={`${transferBankLabels[file.bank]} 이체 파일 ${file.id}번 결과`}
      action={judged ? (markCount > 0 ? `${formatCount(markCount)}건 표시하기` : undefined) : '결과 확인하기'}
      tone="main"
      busy={busy || table.trim() === ''}
      onConfirm={() => send(judged !== null)}
      onClose={onClose}
    >
      {judged ? (
        <ResultRows judged={judged} />
      ) : (
        <>
          <label className="grid gap-2">
            <span className="text-s font-semibold text-ink-2">은행의 이체 결과 붙여 넣기</span>
            <textarea
              rows={8}
              className={`${controlBaseClass} w-full resize-y bg-sunken p-3.5 font-mono text-s`}
              placeholder={'입금계좌번호\t이체금액\t예금주\t처리결과'}
              value={table}
              onChange={(event) => setTable(event.target.value)}
            />
          </label>
          <label
            className={`${buttonClass({ size: 's' })} cursor-pointer justify-self-start has-focus-visible:outline-3 has-focus-visible:outline-main-text`}
          >
            파일 고르기
            <input
              type="file"
              accept=".csv,.txt,.tsv,.xls,.xlsx,text/csv,text/plain"
              className="sr-only"
              onChange={(event) => readFile(takeChosenFile(event.target))}
            />
          </label>
        </>
      )}
    </ConfirmDialog>
  )
}

function ResultRows({ judged }: { readonly judged: JudgedResults }) {
  return (
    <div role="status" className="grid gap-3 text-s">
      <p className="font-semibold">{resultText(judged)}을 표시할 수 있어요. 나머지 줄은 아무것도 바꾸지 않아요.</p>
      <ul aria-label="결과 미리보기" className="grid max-h-[50dvh] gap-2 overflow-y-auto">
        {judged.rows.map(({ line, refundId, account, won, name, result, isRepeated, fault }) => (
          <li key={line} className="grid gap-0.5 border-t border-line pt-2 wrap-anywhere">
            <span className="flex flex-wrap items-center gap-2 tabular-nums">
              {line}번째 줄 · {account || '계좌 없음'} {name} {won === null ? '' : wonText(won)}
              <Badge
                tone={fault ? 'bad' : isRepeated ? 'neutral' : result === 'SENT' ? 'good' : 'warn'}
                className="ml-auto"
              >
                {fault ? '확인 필요' : isRepeated ? '이미 표시됨' : result ? transferResultLabels[result] : ''}
              </Badge>
            </span>
            <span className="text-ink-3">{fault ? transferLineFaultTexts[fault] : `환불 ${refundId}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

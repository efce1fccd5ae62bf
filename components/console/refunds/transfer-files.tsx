'use client'

import { useState } from 'react'
import { formatCount, wonText } from '#lib/money/points.ts'
import { transferBankLabels } from '#lib/transfers/labels.ts'
import type { TransferFileRow } from '#lib/transfers/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { seoulMinute } from '../../ui/seoul-time.ts'
import { TitledCard } from '../titled-card.tsx'
import { TransferResultDialog } from './transfer-result-dialog.tsx'

const transferFileName = ({ bank, id }: TransferFileRow): string => `${transferBankLabels[bank]} ${id}번`

/**
 * Card with the newest bulk-transfer files, each with a download link and a button that imports the result from the
 * bank.
 */
export function TransferFiles({ files }: { readonly files: readonly TransferFileRow[] }) {
  const [chosenFile, setChosenFile] = useState<TransferFileRow | null>(null)
  return (
    <TitledCard title="이체 파일" className="mt-4 grid gap-1">
      <ul>
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 text-s">
            <span className="grid min-w-[180px] flex-1 gap-0.5 tabular-nums">
              <b className="font-semibold">
                {transferFileName(file)} · {formatCount(file.count)}건 {wonText(file.total)}
              </b>
              <span className="text-ink-3">
                {seoulMinute(file.createdAt)} {file.createdBy}
              </span>
            </span>
            <FileBadge file={file} />
            <a
              href={`/api/admin/transfer-files/${file.id}/file`}
              download
              aria-label={`${transferFileName(file)} 내려받기`}
              className={buttonClass({ size: 's' })}
            >
              내려받기
            </a>
            <Button size="s" aria-label={`${transferFileName(file)} 결과 가져오기`} onClick={() => setChosenFile(file)}>
              결과 가져오기
            </Button>
          </li>
        ))}
      </ul>
      {chosenFile && <TransferResultDialog file={chosenFile} onClose={() => setChosenFile(null)} />}
    </TitledCard>
  )
}

function FileBadge({ file: { count, sent, failed } }: { readonly file: TransferFileRow }) {
  if (failed > 0) return <Badge tone="bad">실패 {formatCount(failed)}건</Badge>
  if (sent === count) return <Badge tone="good">이체 완료</Badge>
  return <Badge tone="warn">결과 {formatCount(count - sent)}건 기다림</Badge>
}

'use client'

import { useState } from 'react'
import { requestLogTexts as texts } from '#lib/api-requests/labels.ts'
import type { ApiRequestRow } from '#lib/api-requests/schema.ts'
import { type Fact, Facts } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { CloseButton, Dialog } from '../ui/dialog.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { durationText } from '../webhooks/delivery-text.ts'

interface ApiRequestDetailProps {
  readonly row: ApiRequestRow
  readonly keyName: string
}

const countText = (count: number): string => count.toLocaleString('ko-KR')

/** Button that opens a dialog with everything that the request log contains about one call. */
export function ApiRequestDetailButton({ row, keyName }: ApiRequestDetailProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="s" tone="soft" onClick={() => setOpen(true)} aria-label={texts.openDetail(row.id)}>
        {texts.more}
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={texts.detail} footer={<CloseButton />}>
          <Facts align="start" facts={factsOf(row, keyName)} />
          <div className="flex items-center gap-2 rounded-tile bg-sunken px-4 py-2">
            <code className="min-w-0 flex-1 font-mono text-s break-all">{row.id}</code>
            <CopyButton text={row.id} label={texts.copyId} iconOnly />
          </div>
          {row.omitted > 0 && <p className="text-s text-ink-3">{texts.omitted(countText(row.omitted))}</p>}
        </Dialog>
      )}
    </>
  )
}

function factsOf(row: ApiRequestRow, keyName: string): Fact[] {
  const { call, at, status, errorCode, error, duration, address, serviceId, amount, orderId } = row
  const factIfKnown = (term: string, value: string | number | null): Fact[] => (value === null ? [] : [{ term, value }])
  return [
    { term: texts.call, value: <code className="font-mono text-s break-words">{call}</code> },
    { term: texts.at, value: seoulTime(at) },
    { term: texts.status, value: status },
    ...factIfKnown(texts.code, errorCode),
    ...factIfKnown(texts.message, error),
    ...factIfKnown(texts.service, serviceId),
    ...factIfKnown(texts.amount, amount === null ? null : countText(amount)),
    ...factIfKnown(texts.order, orderId),
    { term: texts.duration, value: durationText(duration) },
    { term: texts.key, value: keyName },
    { term: texts.address, value: address },
  ]
}

'use client'

import { useState } from 'react'
import { formatCount } from '#lib/money/points.ts'
import { type ChangeKind, changeKinds, changeLabels } from '#lib/providers/labels.ts'
import type { ServicePreview } from '#lib/providers/schema.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { ChangeTable, EffectTable } from './sync-tables.tsx'

type Applied = { readonly changes: number; readonly effects: number }

/** Asks a provider for its list now: what differs, what that does to the shop, and only then does it. */
export function SyncPanel({ providerId }: { readonly providerId: number }) {
  const [preview, setPreview] = useState<ServicePreview | null>(null)
  const { busy, run } = useConsoleCall()
  const path = `/api/admin/providers/${providerId}/services`
  async function look() {
    const answer = await run<ServicePreview>({ method: 'POST', path: `${path}/preview` })
    setPreview(answer?.ok ? answer.body : null)
  }
  async function apply() {
    if (!preview) return
    const done = ({ changes, effects }: Applied) =>
      `목록의 바뀐 점 ${formatCount(changes)}개를 적용했습니다. 상품 ${formatCount(effects)}개가 바뀌었습니다.`
    const answer = await run<Applied>({
      method: 'POST',
      path: `${path}/apply`,
      body: { previewId: preview.previewId },
      done,
    })
    // Applied, or outdated: either way it is no more what would happen.
    if (answer) setPreview(null)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-ink-2">
          공급사의 목록을 지금 읽어 바뀐 점을 먼저 보여 줘요. 적용하기 전에는 아무것도 바뀌지 않아요.
        </p>
        <Button size="s" tone={preview ? 'plain' : 'main'} busy={busy} onClick={look} className="ml-auto">
          지금 목록 확인
        </Button>
      </div>
      {preview && (
        <section aria-label="바뀐 점" aria-live="polite" className="grid gap-4">
          <Counts preview={preview} />
          {preview.effects.length > 0 && <EffectTable effects={preview.effects} />}
          {preview.changes.length > 0 && <ChangeTable changes={preview.changes} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setPreview(null)}>적용하지 않음</Button>
            <Button tone="main" busy={busy} onClick={apply}>
              적용 · 상품 {formatCount(preview.counts.EFFECTS ?? 0)}개 변경
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

function Counts({ preview }: { readonly preview: ServicePreview }) {
  const { counts, suspicious } = preview
  const kinds = changeKinds.filter((kind: ChangeKind) => counts[kind])
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 tabular-nums">
        <span className="font-semibold">목록 {formatCount(counts.LISTED ?? 0)}개</span>
        {kinds.map((kind) => (
          <Badge key={kind} tone={kind === 'GONE' ? 'bad' : kind === 'PRICE' ? 'warn' : 'neutral'}>
            {changeLabels[kind]} {formatCount(counts[kind] ?? 0)}
          </Badge>
        ))}
        {kinds.length === 0 && <span className="text-ink-3">지난번과 같아요.</span>}
        {counts.REFUSED ? (
          <span className="text-s text-ink-3">읽을 수 없어 뺀 줄 {formatCount(counts.REFUSED)}개</span>
        ) : null}
      </p>
      {suspicious && (
        <Notice tone="bad" role="alert">
          목록의 절반 넘게 사라졌어요. 공급사가 목록을 잘라 보냈을 수 있으니 확인한 뒤 적용하세요.
        </Notice>
      )}
    </div>
  )
}

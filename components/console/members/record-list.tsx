'use client'

import { useId, useState } from 'react'
import type { AdminMember } from '#lib/members/detail/schema.ts'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PageLink } from '../page-link.tsx'
import { type RecordLine, type RecordTab, recordTabs } from './member-records.ts'

interface RecordListProps {
  /** Null while on its way. */
  readonly detail: AdminMember | null
  readonly failed: boolean
}

/** What a member did, a list at a time, newest first. */
export function RecordList({ detail, failed }: RecordListProps) {
  // The story stands beside the table and, on narrow screens, over it as well: each has its own choice.
  const group = useId()
  const [tab, setTab] = useState<RecordTab>('포인트')
  const lines = detail && recordTabs.find(({ name }) => name === tab)?.linesOf(detail)
  return (
    <section aria-label="회원 기록" className="grid gap-3 border-t border-line pt-3.5">
      <ChoiceGroup legend="기록">
        {recordTabs.map(({ name }) => (
          <ChoiceChip key={name} name={group} label={name} checked={tab === name} onChange={() => setTab(name)} />
        ))}
      </ChoiceGroup>
      {failed && <p className="text-s text-bad">회원 기록을 불러오지 못했습니다.</p>}
      {!failed && !lines && <Skeleton className="h-32" />}
      {lines?.length === 0 && <p className="text-s text-ink-3">{tab} 기록이 없어요.</p>}
      {lines && lines.length > 0 && (
        <ol className="grid gap-2.5">
          {lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Line({ line: { title, at, amount, note, place } }: { readonly line: RecordLine }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 text-s tabular-nums">
      <b className="font-semibold wrap-anywhere">{place ? <PageLink {...place}>{title}</PageLink> : title}</b>
      <span className="text-right font-semibold whitespace-nowrap">{amount}</span>
      {note && <span className="col-span-2 text-ink-2 wrap-anywhere">{note}</span>}
      <time className="col-span-2 text-ink-3">{seoulTime(at)}</time>
    </li>
  )
}

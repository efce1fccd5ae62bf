'use client'

import { useState } from 'react'
import type { AuditPeriod } from '#lib/audit/labels.ts'
import type { AuditRow } from '#lib/audit/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { DeskLayout } from '../desk-layout.tsx'
import { KeyHelp, KeyRow, listKeys } from '../key-help.tsx'
import { type ListState, listHref } from '../list-state.ts'
import { focusSearch } from '../search-box.tsx'
import { useDesk } from '../use-desk.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { auditColumns } from './audit-columns.tsx'
import { auditPlace } from './audit-place.ts'
import { AuditStory } from './audit-story.tsx'

interface AuditDeskProps {
  readonly rows: readonly AuditRow[]
  /** Rows that the last proof found not as they were written. */
  readonly touched: readonly number[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly state: ListState<AuditPeriod>
}

const keys = listKeys([])

/** What staff have done, and what the chosen act changed: a list to read. */
export function AuditDesk({ rows, touched, now, state }: AuditDeskProps) {
  const [help, setHelp] = useState(false)
  const desk = useDesk(
    rows.map((row) => row.id),
    state.chosen,
  )
  const row = rows.find((each) => each.id === desk.chosen)
  const actions = { j: () => desk.step(1), k: () => desk.step(-1), enter: desk.showStory, '/': focusSearch }
  useShortcuts(help ? {} : { ...actions, '?': () => setHelp(true) })
  const table = (
    <Table
      caption="감사 기록"
      dense
      columns={auditColumns(now, touched, (id) => listHref(auditPlace, { ...state, chosen: id }))}
      rows={rows}
      rowKey={({ id }) => id}
      selected={({ id }) => id === desk.chosen}
      empty={<NoRows state={state} />}
    />
  )
  return (
    <>
      <DeskLayout desk={desk} title={row ? `감사 ${row.id}` : rows.length > 0 ? '고른 기록 없음' : null} table={table}>
        {row ? (
          <AuditStory row={row} touched={touched.includes(row.id)} />
        ) : (
          <p className="text-s text-ink-3">목록에서 기록을 고르면 바뀐 것이 여기에 보여요.</p>
        )}
      </DeskLayout>
      <KeyRow lines={keys} />
      {help && <KeyHelp lines={keys} onClose={() => setHelp(false)} />}
    </>
  )
}

function NoRows({ state: { q, cursor, filter, status, numbers } }: Pick<AuditDeskProps, 'state'>) {
  if (q || filter || status || numbers?.actor)
    return <EmptyState title="찾는 기록이 없어요." hint="기간이나 종류를 넓혀 보세요." />
  if (cursor) return <EmptyState title="더 오래된 기록이 없어요." hint="처음으로 돌아가 최신 기록을 확인하세요." />
  return <EmptyState title="기록이 없어요." hint="운영자가 무언가를 바꾸면 여기에 남아요." />
}

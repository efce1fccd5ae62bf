'use client'

import { useState } from 'react'
import type { MessageStatus } from '#lib/messages/labels.ts'
import type { AdminMessageRow } from '#lib/messages/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { DeskLayout } from '../desk-layout.tsx'
import { KeyHelp, KeyRow, listKeys } from '../key-help.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { focusSearch } from '../search-box.tsx'
import { useDesk } from '../use-desk.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { messageColumns } from './message-columns.tsx'
import { MessageStory } from './message-story.tsx'

interface OutboxDeskProps {
  readonly rows: readonly AdminMessageRow[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<MessageStatus>
  readonly state: ListState<MessageStatus>
}

const keys = listKeys([])

/** Messages and the chosen one's words: a list to read. */
export function OutboxDesk({ rows, now, place, state }: OutboxDeskProps) {
  const [help, setHelp] = useState(false)
  const desk = useDesk(
    rows.map((row) => row.id),
    state.chosen,
  )
  const message = rows.find((row) => row.id === desk.chosen)
  useShortcuts(
    help
      ? {}
      : {
          j: () => desk.step(1),
          k: () => desk.step(-1),
          enter: desk.showStory,
          '/': focusSearch,
          '?': () => setHelp(true),
        },
  )
  const table = (
    <Table
      caption="발송함"
      dense
      columns={messageColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
      rows={rows}
      rowKey={(row) => row.id}
      selected={(row) => row.id === desk.chosen}
      empty={<NoMessages state={state} />}
    />
  )
  return (
    <>
      <DeskLayout
        desk={desk}
        title={message ? `메시지 ${message.id}` : rows.length > 0 ? '고른 메시지 없음' : null}
        table={table}
      >
        {message ? (
          <MessageStory message={message} />
        ) : (
          <p className="text-s text-ink-3">목록에서 메시지를 고르면 내용이 여기에 보여요.</p>
        )}
      </DeskLayout>
      <KeyRow lines={keys} />
      {help && <KeyHelp lines={keys} onClose={() => setHelp(false)} />}
    </>
  )
}

function NoMessages({ state }: { readonly state: ListState<MessageStatus> }) {
  if (state.q) return <EmptyState title="찾는 메시지가 없어요." hint="받는 이나 제목의 앞부분으로 찾아 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 메시지가 없어요." hint="처음으로 돌아가 최신 메시지를 확인하세요." />
  return <EmptyState title="메시지가 없어요." hint="인증번호나 안내를 보내면 여기에 나타나요." />
}

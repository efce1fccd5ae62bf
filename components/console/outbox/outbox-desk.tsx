'use client'

import { useState } from 'react'
import type { MessageStatus } from '#lib/messages/labels.ts'
import { isResendable } from '#lib/messages/rules.ts'
import type { AdminMessageRow } from '#lib/messages/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import { type Act, Acts, actKeys, actShortcuts } from '../acts.tsx'
import { DeskLayout } from '../desk-layout.tsx'
import { KeyHelp, KeyRow, listKeys } from '../key-help.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { focusSearch } from '../search-box.tsx'
import { useConsoleCall } from '../use-console-call.ts'
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
  /** SUPPORT reads, MANAGER and OWNER act (decisions 6). */
  readonly mayAct: boolean
}

/** Messages, the chosen one's words, and one more try for what failed. */
export function OutboxDesk({ rows, now, place, state, mayAct }: OutboxDeskProps) {
  const [help, setHelp] = useState(false)
  const desk = useDesk(
    rows.map((row) => row.id),
    state.chosen,
  )
  const message = rows.find((row) => row.id === desk.chosen)
  const { busy, run } = useConsoleCall()
  const acts = message && mayAct && isResendable(message, now) ? [resendOf(message, run)] : []
  const keys = listKeys(actKeys(acts))
  useShortcuts(
    help
      ? {}
      : {
          j: () => desk.step(1),
          k: () => desk.step(-1),
          enter: desk.showStory,
          ...actShortcuts(acts),
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
        <Acts acts={acts} busy={busy} />
      </DeskLayout>
      <KeyRow lines={keys} />
      {help && <KeyHelp lines={keys} onClose={() => setHelp(false)} />}
    </>
  )
}

const resendOf = ({ id, to }: AdminMessageRow, run: ReturnType<typeof useConsoleCall>['run']): Act => ({
  key: 'a',
  label: '다시 보내기',
  run: () => run({ method: 'POST', path: `/api/admin/outbox/${id}/resend`, done: `${to}에게 다시 보냅니다.` }),
})

function NoMessages({ state }: { readonly state: ListState<MessageStatus> }) {
  if (state.q) return <EmptyState title="찾는 메시지가 없어요." hint="받는 이나 제목의 앞부분으로 찾아 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 메시지가 없어요." hint="처음으로 돌아가 최신 메시지를 확인하세요." />
  return <EmptyState title="메시지가 없어요." hint="인증번호나 안내를 보내면 여기에 나타나요." />
}

'use client'

import type { MessageStatus } from '#lib/messages/labels.ts'
import { isResendable } from '#lib/messages/rules.ts'
import type { AdminMessageRow } from '#lib/messages/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Act, Acts, actKeys, actShortcuts } from '../acts.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { messageColumns } from './message-columns.tsx'
import { MessageDetail } from './message-detail.tsx'

interface MessageListProps {
  readonly rows: readonly AdminMessageRow[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<MessageStatus>
  readonly state: ListState<MessageStatus>
  /** SUPPORT reads, MANAGER and OWNER act (docs/contract.md#staff). */
  readonly mayAct: boolean
}

/** Messages, the chosen one's words, and one more try for what failed. */
export function MessageList({ rows, now, place, state, mayAct }: MessageListProps) {
  const selection = useSelection(rows, state.chosen)
  const { busy, run } = useConsoleCall()
  const acts = selection.row && mayAct && isResendable(selection.row, now) ? [resendOf(selection.row, run)] : []
  useListKeys(selection, actShortcuts(acts))
  return (
    <ListLayout
      selection={selection}
      caption="발송함"
      columns={messageColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
      empty={<NoMessages state={state} />}
      titleOf={({ id }) => `메시지 ${id}`}
      none="고른 메시지 없음"
      choose="목록에서 메시지를 고르면 내용이 여기에 보여요."
      keys={listKeys(actKeys(acts))}
    >
      {(message) => (
        <>
          <MessageDetail message={message} />
          <Acts acts={acts} busy={busy} />
        </>
      )}
    </ListLayout>
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

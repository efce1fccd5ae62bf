import type { Metadata } from 'next'
import { type ListUrl, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { MessageList, UnsentMessagesNotice } from '#components/console/outbox/message-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import {
  type MessageStatus,
  type MessageWay,
  messageStatuses,
  messageStatusLabels,
  messageWayLabels,
  messageWays,
} from '#lib/messages/labels.ts'
import { messageCostThisMonth, outboxForStaff, outboxState } from '#lib/messages/queries.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '발송함' }

const channelFilter = { name: 'channel', values: messageWays }
const outboxListUrl: ListUrl<MessageStatus> = {
  path: '/admin/outbox',
  statuses: messageStatuses,
  defaultStatus: undefined,
  filter: channelFilter,
}
const statusChips = [
  { status: undefined, label: '전체' },
  ...messageStatuses.map((status) => ({ status, label: messageStatusLabels[status] })),
]
const channelChips = messageWays.map((each) => ({ filter: each, label: messageWayLabels[each] }))
const channelFilterChips = { label: '종류', chips: [{ filter: undefined, label: '모두' }, ...channelChips] }
const PAGE_SIZE = 50

export default async function OutboxPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, outboxListUrl)
  const channel = state.filter as MessageWay | undefined
  const [list, { waiting, failed, unsent }, month] = await Promise.all([
    outboxForStaff(db(), { ...state, channel, size: PAGE_SIZE }),
    outboxState(db()),
    messageCostThisMonth(db()),
  ])
  const hint = [
    `대기 ${formatCount(waiting)}건`,
    `하루 동안 실패 ${formatCount(failed)}건`,
    month.messages > 0 && `이번 달 알림톡·문자 ${formatCount(month.messages)}건 ${wonText(month.cost)}`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <PageTitle title="발송함" hint={hint} />
      <UnsentMessagesNotice channels={unsent} />
      <ListTools
        listUrl={outboxListUrl}
        state={state}
        search="받는 이, 제목"
        chips={statusChips}
        filters={channelFilterChips}
      />
      <MessageList
        key={`${state.status} ${state.filter} ${state.cursor} ${state.q}`}
        rows={list.rows}
        now={clock.now().getTime()}
        listUrl={outboxListUrl}
        state={state}
        mayAct={staff.role !== 'SUPPORT'}
      />
      <ListFooter
        listUrl={outboxListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}

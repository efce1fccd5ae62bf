'use client'

import {
  type Channel,
  channelLabels,
  deliveryResultLabels,
  findLinkOrCode,
  hiddenBodyText,
  type MessageStatus,
  messageFaultText,
  messageStatusLabels,
  sentAsLabels,
} from '#lib/messages/labels.ts'
import { isResendable } from '#lib/messages/rules.ts'
import type { AdminMessageRow } from '#lib/messages/schema.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import { Badge, Notice, type Tone } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { DetailFacts, factTimeText } from '../detail.tsx'
import { column, momentColumn, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { type ListProps, useList } from '../use-list.ts'

const messageTones: Readonly<Record<MessageStatus, Tone>> = {
  PENDING: 'warn',
  SENDING: 'main',
  SENT: 'good',
  FAILED: 'bad',
  EXPIRED: 'neutral',
}

const MessageBadge = ({ status }: Pick<AdminMessageRow, 'status'>) => (
  <Badge tone={messageTones[status]}>{messageStatusLabels[status]}</Badge>
)

/** How a message is or was sent: by e-mail, AlimTalk or text message. */
const channelText = ({ channel, sentAs }: AdminMessageRow): string =>
  sentAs ? sentAsLabels[sentAs] : channelLabels[channel]

const resultTones = { ARRIVED: 'good', LOST: 'bad' } as const

const ResultBadge = ({ result }: Pick<AdminMessageRow, 'result'>) =>
  result && <Badge tone={resultTones[result]}>{deliveryResultLabels[result]}</Badge>

const columns: readonly Column<AdminMessageRow>[] = [
  momentColumn('시각', ({ createdAt }) => createdAt),
  column('종류', channelText, 'line', 'max-wide:hidden'),
  titleColumn('받는 이', ({ to }) => to, 'wide:max-w-[240px] wide:truncate max-wide:wrap-anywhere'),
  column('제목', ({ subject }) => subject, 'line', 'wide:max-w-[280px] wide:truncate'),
  column('비용', ({ cost }) => cost !== null && wonText(cost), 'amount', 'max-wide:hidden'),
  column(
    '상태',
    (row) => (
      <span className="flex flex-wrap gap-1.5">
        <MessageBadge {...row} />
        {row.result === 'LOST' && <ResultBadge {...row} />}
      </span>
    ),
    'badge',
  ),
]

const emptyTexts = {
  search: ['찾는 메시지가 없어요.', '받는 이나 제목의 앞부분으로 찾아 보세요.'],
  none: ['메시지가 없어요.', '인증번호나 안내를 보내면 여기에 나타나요.'],
} as const

/** List of messages with the text of the selected one, which staff may send again if it failed. */
export function MessageList(props: ListProps<AdminMessageRow, MessageStatus>) {
  const list = useList(props)
  const { row, run } = list
  const actions: Action[] = []
  if (row && props.mayAct && isResendable(row, props.now)) {
    const path = `/api/admin/outbox/${row.id}/resend`
    const resend = () => run({ method: 'POST', path, done: `${row.to}에게 다시 보내요.` })
    actions.push({ key: 'a', label: '다시 보내기', run: resend })
  }
  return (
    <ListPage
      {...{ list, columns, emptyTexts, actions }}
      noun="메시지"
      caption="발송함"
      titleOf={({ id }) => `메시지 ${id}`}
      detail={(message) => <MessageDetail message={message} />}
    />
  )
}

function MessageDetail({ message }: { readonly message: AdminMessageRow }) {
  const { body, expiresAt, attempts, fault, result, cost } = message
  const extract = body === null ? null : findLinkOrCode(body)
  return (
    <>
      <DetailFacts
        facts={[
          ['상태', <MessageBadge key="status" {...message} />],
          ['종류', channelText(message)],
          ['받는 이', message.to],
          ['제목', message.subject],
          ['만든 시각', seoulTime(message.createdAt)],
          ['보낸 시각', factTimeText(message.sentAt)],
          ['유효 시각', expiresAt && `${seoulTime(expiresAt)}까지`],
          ['결과', result && <ResultBadge key="result" {...message} />],
          ['비용', cost !== null && wonText(cost)],
          ['시도', attempts > 0 && `${formatCount(attempts)}번`],
          ['사유', fault && messageFaultText(fault)],
        ]}
      />
      <section aria-label="내용" className="grid justify-items-start gap-3 rounded-tile border border-line p-4 text-s">
        {body === null ? (
          <p className="text-ink-2">{hiddenBodyText(message)}</p>
        ) : (
          <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
        )}
        {extract && <CopyButton text={extract.text} label={extract.label} />}
      </section>
    </>
  )
}

/** Box that names the channels without a configured carrier, whose messages are stored but not sent. */
export function UnsentMessagesNotice({ channels }: { readonly channels: readonly Channel[] }) {
  if (channels.length === 0) return null
  return (
    <Notice className="text-s text-ink-2">
      {channels.map((channel) => channelLabels[channel]).join('·')} 발송이 설정되지 않았어요. 보내지 않고 여기에만
      남겨요.
    </Notice>
  )
}

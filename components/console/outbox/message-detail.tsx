import { channelLabels } from '#lib/messages/labels.ts'
import type { AdminMessageRow } from '#lib/messages/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { MessageBadge } from './message-columns.tsx'
import { extractOf, faultText, hiddenText } from './message-text.ts'

function factsOf(message: AdminMessageRow): Fact[] {
  const { channel, to, subject, status, createdAt, sentAt, expiresAt, attempts, fault } = message
  return [
    { term: '상태', value: <MessageBadge status={status} /> },
    { term: '종류', value: channelLabels[channel] },
    { term: '받는 이', value: <span className="wrap-anywhere">{to}</span> },
    { term: '제목', value: subject },
    { term: '만든 시각', value: seoulTime(createdAt) },
    ...(sentAt ? [{ term: '보낸 시각', value: seoulTime(sentAt) }] : []),
    ...(expiresAt ? [{ term: '유효 시각', value: `${seoulTime(expiresAt)}까지` }] : []),
    ...(attempts > 0 ? [{ term: '시도', value: `${formatCount(attempts)}번` }] : []),
    ...(fault ? [{ term: '사유', value: faultText(fault) }] : []),
  ]
}

/** What was written to whom, and what became of it. */
export function MessageDetail({ message }: { readonly message: AdminMessageRow }) {
  const { body } = message
  const extract = body === null ? null : extractOf(body)
  return (
    <>
      <Facts facts={factsOf(message)} align="start" className="text-s tabular-nums" />
      <section aria-label="내용" className="grid justify-items-start gap-3 rounded-tile border border-line p-4 text-s">
        {body === null ? (
          <p className="text-ink-2">{hiddenText(message)}</p>
        ) : (
          <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
        )}
        {extract && <CopyButton text={extract.text} label={extract.label} />}
      </section>
    </>
  )
}

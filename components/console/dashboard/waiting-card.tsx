import Link from 'next/link'
import { formatCount } from '#lib/money/points.ts'
import type { WaitingCounts } from '#lib/reports/queries/waiting.ts'
import { Card, CardTitle } from '../../ui/card.tsx'

interface WaitingCardProps {
  readonly counts: WaitingCounts
  readonly held: number
  readonly unsent: number
}

/** What waits for a person, each a step from where it is settled. */
export function WaitingCard({ counts, held, unsent }: WaitingCardProps) {
  const waiting = [
    { label: '할 일', href: '/admin/tasks', count: counts.tasks },
    { label: '충전 대기', href: '/admin/charges', count: counts.charges },
    { label: '입금 대기', href: '/admin/deposits', count: counts.deposits },
    { label: '환불 접수', href: '/admin/refunds', count: counts.refunds },
    { label: '영수증 요청', href: '/admin/receipts', count: counts.receipts },
    { label: '주문접수', href: '/admin/orders?status=0', count: counts.orders },
    { label: '일시 중지된 자동주문', href: '/admin/auto-orders', count: held },
    { label: '하루 동안 못 보낸 메시지', href: '/admin/outbox?status=FAILED', count: unsent },
  ]
  return (
    <Card aria-label="기다리는 것" className="grid gap-4">
      <CardTitle>기다리는 것</CardTitle>
      <ul className="grid grid-cols-2 gap-2 console:grid-cols-4">
        {waiting.map(({ label, href, count }) => (
          <li key={label}>
            <Link
              href={href}
              prefetch={false}
              className="grid h-full content-between gap-1 rounded-tile bg-sunken px-4 py-3 text-ink no-underline hover:bg-line"
            >
              <span className="text-s text-ink-2">{label}</span>
              <span className={`text-l font-extrabold tabular-nums ${count > 0 ? 'text-ink' : 'text-ink-3'}`}>
                {formatCount(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

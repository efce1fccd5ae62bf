import { wonText } from '#lib/money/points.ts'
import { recoveryTexts } from '#lib/orders/labels.ts'
import type { RecoveryRow } from '#lib/points/queries.ts'
import { Amount } from '../ui/amount.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { seoulTime } from '../ui/seoul-time.ts'

/**
 * List of the points that the member got back for dropped followers in the last 3 months. Renders nothing if the list
 * is empty.
 */
export function RecoveryHistory({ rows }: { readonly rows: readonly RecoveryRow[] }) {
  if (rows.length === 0) return null
  return (
    <Card aria-labelledby="recoveries" className="grid grid-cols-1 gap-2">
      <CardTitle id="recoveries">{recoveryTexts.name}</CardTitle>
      <p className="text-s text-ink-2">{recoveryTexts.why}예요. 주문에 쓸 수 있고 현금으로는 환불되지 않아요.</p>
      <ul>
        {rows.map(({ orderId, createdAt, point }) => (
          <li
            key={orderId}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-3 last:pb-0"
          >
            <span className="font-semibold">주문 {orderId}번</span>
            <Amount text={`+${wonText(point)}`} className="row-span-2" />
            <time dateTime={createdAt} className="text-s text-ink-3 tabular-nums">
              {seoulTime(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  )
}

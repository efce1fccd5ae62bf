import { formatWon, pointsFromNumber } from '#lib/money/points.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card } from '../ui/card.tsx'
import type { OpenCharge } from './open-charge.ts'

/**
 * The member's charges that still wait for their deposit, each with a link to its deposit instructions; shown above the
 * form.
 */
export function AwaitedCharges({ charges }: { readonly charges: readonly OpenCharge[] }) {
  if (charges.length === 0) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-m font-semibold">입금을 기다리는 충전 {charges.length}건</h2>
      <ul className="grid gap-2">
        {charges.map(({ id, name, payAmount }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0">
              <b className="font-semibold tabular-nums">{formatWon(pointsFromNumber(payAmount) ?? 0n)}</b>{' '}
              <span className="text-ink-3">· {name}</span>
            </span>
            <ButtonLink href={`/point?charge=${id}`} size="s">
              입금 안내
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

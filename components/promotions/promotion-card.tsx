import { wonText } from '#lib/money/points.ts'
import { grantLabels, promotionTexts } from '#lib/promotions/labels.ts'
import type { MemberGrant } from '#lib/promotions/queries.ts'
import { Amount } from '../ui/amount.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { seoulMinute, seoulTime } from '../ui/seoul-time.ts'
import { CouponForm } from './coupon-form.tsx'

/**
 * Card to register a coupon, with the coupons that wait for a charge, and the bonuses and coupons of the last 3 months
 * (docs/contract.md#promotions).
 */
export function PromotionCard({
  grants,
  isGuest,
}: {
  readonly grants: readonly MemberGrant[]
  readonly isGuest: boolean
}) {
  return (
    <Card aria-labelledby="promotions" className="grid grid-cols-1 gap-4">
      <CardTitle id="promotions">{promotionTexts.title}</CardTitle>
      <CouponForm isGuest={isGuest} />
      {grants.length > 0 && (
        <ul aria-label={promotionTexts.got}>
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      <p className="text-s text-ink-3">{promotionTexts.cash}</p>
    </Card>
  )
}

function GrantRow({ grant }: { readonly grant: MemberGrant }) {
  const { kind, name, point, takenBack, minCharge, held, createdAt, endsAt } = grant
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 border-t border-line py-3">
      <span className="font-semibold wrap-anywhere">
        {name}{' '}
        <Badge tone={held ? 'warn' : 'neutral'} className="align-[1px]">
          {held ? '충전 대기' : grantLabels[kind]}
        </Badge>
      </span>
      <Amount text={`${held ? '' : '+'}${wonText(point)}`} className="justify-self-end" />
      <span className="col-span-2 text-s text-ink-3 tabular-nums">
        {held ? `${seoulMinute(endsAt)}까지 ${wonText(minCharge)} 이상 충전하면 받아요` : seoulTime(createdAt)}
        {takenBack > 0 && ` · ${wonText(takenBack)} 회수`}
      </span>
    </li>
  )
}

import { Gift } from 'lucide'
import { bonusOfferText, promotionTexts } from '#lib/promotions/labels.ts'
import type { ShownOffer } from '#lib/promotions/rules.ts'
import { Notice } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { seoulMinute } from '../ui/seoul-time.ts'

/** The bonuses that the member gets with a charge now, and when they end. Renders nothing if there are none. */
export function BonusOffers({ offers }: { readonly offers: readonly ShownOffer[] }) {
  if (offers.length === 0) return null
  return (
    <Notice tone="main" aria-label="충전 보너스" role="region" className="grid gap-3">
      <ul className="grid gap-3">
        {offers.map((offer) => (
          <li key={offer.id} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
            <Icon shape={Gift} size={20} className="mt-0.5 text-main-text" />
            <span className="grid gap-0.5">
              <b className="font-semibold wrap-anywhere">{offer.name}</b>
              <span>{bonusOfferText(offer)}</span>
              <span className="text-s text-ink-2">
                <time dateTime={offer.endsAt}>{seoulMinute(offer.endsAt)}</time>까지 신청한 충전
                {offer.once && ` · ${promotionTexts.once}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-s text-ink-2">{promotionTexts.budget}</p>
    </Notice>
  )
}

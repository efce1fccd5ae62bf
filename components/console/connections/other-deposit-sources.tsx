import { otherDepositSourcesTitle, otherDepositSourceTexts } from '#lib/deposits/sources/labels.ts'
import type { OtherDepositSource } from '#lib/deposits/sources/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { TitledCard } from '../titled-card.tsx'

/**
 * Card with the ways in which deposits reach the shop without a connection, and the time of the latest deposit of each.
 */
export const OtherDepositSources = ({ sources }: { readonly sources: readonly OtherDepositSource[] }) => (
  <TitledCard title={otherDepositSourcesTitle} className="grid gap-4">
    <div className="grid grid-cols-1 gap-4 split:grid-cols-2">
      {sources.map(({ source, isOn, lastAt }) => {
        const { label, on, off } = otherDepositSourceTexts[source]
        return (
          <section key={source} className="grid content-start gap-2 text-s" aria-label={label}>
            <h3 className="flex items-center gap-2 font-semibold">
              {label}
              <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? '사용 중' : '꺼짐'}</Badge>
            </h3>
            <p className="text-ink-2">{isOn ? on : off}</p>
            {lastAt && <p className="text-ink-3 tabular-nums">마지막 입금 {seoulTime(lastAt)}</p>}
          </section>
        )
      })}
    </div>
  </TitledCard>
)

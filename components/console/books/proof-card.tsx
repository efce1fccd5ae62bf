import type { ReactNode } from 'react'
import { formatCount } from '#lib/money/points.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'

interface ProofCardProps {
  readonly title: string
  readonly text: string
  readonly faults: number
  /** Beside the words, where there is something to count. */
  readonly facts?: ReactNode
  /** The rows behind it. */
  readonly children?: ReactNode
}

/** One thing the proof looked at: green, or red with the rows behind it across the whole screen. */
export function ProofCard({ title, text, faults, facts, children }: ProofCardProps) {
  return (
    <Card
      aria-label={title}
      className={faults > 0 ? 'grid content-start gap-3 split:col-span-2' : 'grid content-start gap-2'}
    >
      <CardTitle
        aside={
          <Badge tone={faults > 0 ? 'bad' : 'good'}>{faults > 0 ? `어긋남 ${formatCount(faults)}건` : '맞음'}</Badge>
        }
      >
        {title}
      </CardTitle>
      <p className="text-s text-ink-2">{text}</p>
      {facts && <p className="text-s tabular-nums text-ink-3">{facts}</p>}
      {faults > 0 && children}
    </Card>
  )
}

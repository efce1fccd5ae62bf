import type { ReactNode } from 'react'
import { Card, CardTitle } from '../ui/card.tsx'

interface TitledCardProps {
  readonly title: string
  /** Shown at the right of the title: a sum, a badge or a link. */
  readonly aside?: ReactNode
  readonly className: string
  readonly children: ReactNode
}

/** A card of a console page; the title is also its accessible name. */
export function TitledCard({ title, aside, className, children }: TitledCardProps) {
  return (
    <Card aria-label={title} className={className}>
      <CardTitle aside={aside}>{title}</CardTitle>
      {children}
    </Card>
  )
}

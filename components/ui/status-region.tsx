import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/**
 * A polite live region. Without content it takes no room and no gap of a grid, but it isn't hidden: many screen readers
 * don't speak a text that arrives together with its region.
 */
export const StatusRegion = ({
  className,
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) => (
  <div role="status" className={cx('empty:absolute', className)}>
    {children}
  </div>
)

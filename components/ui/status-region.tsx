import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/**
 * A polite live region. Without content it takes no space, and causes no gap in a grid, but it is still rendered: many
 * screen readers don't announce a text that is added together with its region.
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

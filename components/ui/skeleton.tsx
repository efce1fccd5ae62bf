import { cx } from './class-names.ts'

/**
 * A placeholder of the size of the content that is loading. It appears after 300 ms, so that fast answers show none.
 */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={cx('animate-wait rounded-field bg-sunken', className)} />
}

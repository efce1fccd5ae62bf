import { cx } from './class-names.ts'

/**
 * A placeholder with the size of the content that is loading. It appears after 300 ms, so that it isn't shown at all if
 * the content loads fast.
 */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={cx('animate-wait rounded-field bg-sunken', className)} />
}

import { cx } from './class-names.ts'

/**
 * A placeholder with the size of the content that is loading. It appears only after 300 ms, so that content that loads
 * fast shows no placeholder.
 */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={cx('animate-wait rounded-field bg-sunken', className)} />
}

import { cx } from './class-names.ts'

/** A placeholder as large as what is being loaded. Appears after 300 ms, so that fast answers show none. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={cx('animate-wait rounded-field bg-sunken', className)} />
}

import { cx } from './class-names.ts'

/** The room that something on its way will take. Appears after 300 ms, so that fast answers show none. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={cx('animate-wait rounded-field bg-sunken', className)} />
}

import { cx } from './class-names.ts'

/** Error of a form that concerns no single field. Renders nothing if `message` is null. */
export function FormAlert({ message, className }: { readonly message: string | null; readonly className?: string }) {
  if (!message) return null
  return (
    <p role="alert" className={cx('rounded-field bg-bad-soft px-3.5 py-2.5 text-s font-semibold text-bad', className)}>
      {message}
    </p>
  )
}

import type { ReactNode } from 'react'

/** Shown in place of an empty list: a title that says that it is empty, and a hint on what the user can do. */
export function EmptyState({
  title,
  hint,
  action,
}: {
  readonly title: string
  readonly hint?: string
  readonly action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-14 text-center">
      <p className="font-semibold text-ink">{title}</p>
      {hint && <p className="text-s text-ink-3">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

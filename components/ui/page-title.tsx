import type { ReactNode } from 'react'

/** Heading of a page: its title, a hint and its actions. */
export function PageTitle({
  title,
  hint,
  actions,
}: {
  readonly title: string
  readonly hint?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
      <h1 className="text-xl outline-none font-extrabold tracking-tight">{title}</h1>
      {hint && <p className="tabular-nums text-ink-3">{hint}</p>}
      {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}

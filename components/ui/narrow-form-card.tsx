import type { ReactNode } from 'react'

/** The narrow card of a page with one form, such as sign-in: its title, the form, and links to other pages below it. */
export function NarrowFormCard({
  title,
  hint,
  children,
  footer,
}: {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
  readonly footer?: ReactNode
}) {
  return (
    <div className="mx-auto grid w-full max-w-door gap-4 wide:py-6">
      <section className="grid gap-6 rounded-card bg-card px-4 py-6 wide:p-8">
        <header className="grid gap-1">
          <h1 className="text-xl font-extrabold tracking-tight">{title}</h1>
          {hint && <p className="text-ink-3">{hint}</p>}
        </header>
        {children}
      </section>
      {footer && <div className="flex flex-wrap items-center justify-center gap-x-1 text-ink-3">{footer}</div>}
    </div>
  )
}

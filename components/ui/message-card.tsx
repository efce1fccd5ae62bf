import type { ReactNode } from 'react'

/** A card that is the only content of a page: a title, a text and, as children, the next action. */
export function MessageCard({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <section className="mx-auto grid w-full max-w-form justify-items-center gap-2 rounded-card bg-card px-4 py-12 text-center wide:px-6">
      <h1 className="text-l font-extrabold">{title}</h1>
      <p className="text-ink-3">{text}</p>
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </section>
  )
}

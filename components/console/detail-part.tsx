import type { ReactNode } from 'react'

/** A part of a story under its own small heading. */
export function DetailPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line pt-3.5">
      <h3 className="text-s font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  )
}

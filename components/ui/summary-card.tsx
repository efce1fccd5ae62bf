import type { ReactNode } from 'react'

/**
 * The total of a form and its submit button: beside the form from 881px, fixed to the bottom of the screen on phones.
 */
export function SummaryCard({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <aside
      data-dock
      aria-label={label}
      className="z-30 bg-card max-wide:fixed max-wide:inset-x-0 max-wide:bottom-0 max-wide:grid max-wide:grid-cols-[minmax(0,1fr)_148px] max-wide:items-center max-wide:gap-x-3 max-wide:rounded-t-[20px] max-wide:px-4 max-wide:pt-3.5 max-wide:pb-[calc(14px+env(safe-area-inset-bottom))] max-wide:shadow-dock wide:sticky wide:top-[84px] wide:rounded-card wide:p-6"
    >
      <h2 className="text-l font-semibold max-wide:hidden">{label}</h2>
      {children}
    </aside>
  )
}

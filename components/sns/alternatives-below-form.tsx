import type { ReactNode } from 'react'

/** Alternatives to a form, such as the login with Naver, below a line with the word "or". */
export const AlternativesBelowForm = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid gap-4">
    <p className="flex items-center gap-3 text-s text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      또는
    </p>
    {children}
  </div>
)

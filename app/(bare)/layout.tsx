import type { ReactNode } from 'react'

/** The callback pages of a sign-in popup: a card in the middle and nothing else. */
export default function BareLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-4">
      {children}
    </main>
  )
}

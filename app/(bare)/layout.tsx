import type { ReactNode } from 'react'

/**
 * Layout of the pages to which Naver and Kakao return in the login popup: a centred card, without header and footer.
 */
export default function BareLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-4">
      {children}
    </main>
  )
}

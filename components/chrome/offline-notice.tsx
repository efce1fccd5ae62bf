'use client'

import { useOffline } from 'next/offline'
import { pageConnectionTexts } from '#lib/sessions/labels.ts'

/** Says that the connection is lost, while the router waits for a connection to load or refresh a page. */
export function OfflineNotice() {
  const isOffline = useOffline()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-[calc(12px+env(safe-area-inset-top))] z-50 grid justify-items-center"
    >
      {isOffline && (
        <p className="max-w-full rounded-tile bg-ink px-4 py-3 font-semibold text-card shadow-float">
          {pageConnectionTexts.offline}
        </p>
      )}
    </div>
  )
}

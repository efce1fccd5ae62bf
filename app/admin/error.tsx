'use client'

import { ListLoadError } from '#components/chrome/list-load-error.tsx'

export default function ConsoleError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <ListLoadError reset={reset} />
}

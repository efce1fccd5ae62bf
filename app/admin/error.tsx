'use client'

import { ListFailed } from '#components/chrome/list-failed.tsx'

export default function ConsoleError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <ListFailed reset={reset} />
}

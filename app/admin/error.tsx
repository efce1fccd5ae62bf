'use client'

import { ListFailed } from '#components/chrome/list-failed.tsx'

export default function RoomError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <ListFailed reset={reset} />
}

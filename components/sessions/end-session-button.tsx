'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'

/** Button that signs out another device. A session that has already ended (404) counts as success. */
export function EndSessionButton({ id, name }: { readonly id: string; readonly name: string }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const end = async () => {
    if (busy) return
    setBusy(true)
    const answer = await callApi('DELETE', `/auth/sessions/${id}`)
    setBusy(false)
    if (!answer.ok && answer.status !== 404) return toast(answer.message || '오류가 발생했습니다', { tone: 'bad' })
    toast('로그아웃했어요.', { tone: 'good' })
    router.refresh()
  }
  return (
    <Button size="s" tone="soft" busy={busy} onClick={end} aria-label={`${name} 로그아웃`}>
      로그아웃
    </Button>
  )
}

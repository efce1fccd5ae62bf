'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'

interface EndSessionsProps {
  /** Path that DELETE is sent to. */
  readonly path: string
  readonly label: string
  /** Name of the button for screen readers, if the label alone doesn't say which device is meant. */
  readonly name?: string
  /** Text of the toast after success. */
  readonly done: string
}

/** Button that signs out other devices. A session that has already ended (404) counts as success. */
function EndSessionsButton({ path, label, name, done }: EndSessionsProps) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const end = async () => {
    if (busy) return
    setBusy(true)
    const answer = await callApi('DELETE', path)
    setBusy(false)
    if (!answer.ok && answer.status !== 404) return toast(answer.message || '오류가 발생했습니다', { tone: 'bad' })
    toast(done, { tone: 'good' })
    router.refresh()
  }
  return (
    <Button size="s" tone="soft" busy={busy} onClick={end} aria-label={name}>
      {label}
    </Button>
  )
}

/** Button that signs out one other device. `name` is its name for screen readers. */
export const EndSessionButton = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <EndSessionsButton path={`/auth/sessions/${id}`} label="로그아웃" name={name} done="로그아웃했어요." />
)

/** Button that signs out all devices but this one. */
export const EndOtherSessionsButton = () => (
  <EndSessionsButton path="/auth/sessions" label="다른 기기 모두 로그아웃" done="다른 기기에서 모두 로그아웃했어요." />
)

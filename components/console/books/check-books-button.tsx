'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi } from '../../chrome/call-api.ts'
import { RefreshWhileOpen } from '../../orders/refresh-while-open.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Button that starts a check of the books. The page refreshes itself while the worker runs the check. */
export function CheckBooksButton({ running, mayAct }: { readonly running: boolean; readonly mayAct: boolean }) {
  const router = useRouter()
  const [isStarting, setIsStarting] = useState(false)
  const startCheck = async () => {
    if (isStarting || running) return
    setIsStarting(true)
    const answer = await callApi('POST', '/api/admin/books/check')
    setIsStarting(false)
    if (answer.ok) router.refresh()
    else toast(answer.message || '확인을 시작하지 못했어요.', { tone: 'bad' })
  }
  return (
    <>
      <RefreshWhileOpen state={running ? 'running' : ''} />
      {mayAct && (
        <Button tone="main" size="s" busy={isStarting || running} onClick={startCheck}>
          {running ? '확인하는 중' : '지금 확인'}
        </Button>
      )}
    </>
  )
}

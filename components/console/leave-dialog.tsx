'use client'

import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { forgetUnsaved, leavingLink } from './use-unsaved.ts'

/** Asks before a link leads away from what is written and not saved. */
export function LeaveDialog() {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const leaving = leavingLink(event)
      if (!leaving) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setLink(leaving)
    }
    addEventListener('click', click, { capture: true })
    return () => removeEventListener('click', click, { capture: true })
  }, [])
  const stay = () => setLink(null)
  const leave = () => {
    forgetUnsaved()
    stay()
    link?.click()
  }
  if (!link) return null
  return (
    <Dialog
      open
      onClose={stay}
      title="저장하지 않은 내용이 있어요"
      footer={
        <>
          <Button onClick={stay}>계속 고치기</Button>
          <Button tone="bad" onClick={leave}>
            저장하지 않고 나가기
          </Button>
        </>
      }
    >
      <p className="text-ink-2">이 화면을 나가면 바꾼 내용이 사라져요.</p>
    </Dialog>
  )
}

'use client'

import { Eye, EyeOff } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { refuseGuest } from '../chrome/call-api.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast-store.ts'
import { maskedKey } from './masked-key.ts'

/** The member's api-key, hidden until asked for; renewing it asks first, for the old one dies (decisions 6). */
export function ApiKeyCard({ apiKey, isGuest }: { readonly apiKey: string | null; readonly isGuest: boolean }) {
  const [asking, setAsking] = useState(false)
  const { key, busy, issue } = useIssueKey(apiKey)
  const press = () => {
    if (isGuest) refuseGuest()
    else if (key) setAsking(true)
    else void issue()
  }
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle
        aside={
          <Link href="/api" prefetch={false} className="text-s font-semibold text-main-text">
            사용 방법
          </Link>
        }
      >
        API 키
      </CardTitle>
      {key ? <ShownKey key={key} text={key} /> : <p className="text-ink-3">아직 발급된 키가 없어요.</p>}
      <Button full busy={busy} onClick={press}>
        {key ? 'API 키 재발급' : 'API 키 발급'}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="API 키를 새로 발급할까요?"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>그대로 두기</Button>
            <Button
              tone="bad"
              busy={busy}
              onClick={async () => {
                await issue()
                setAsking(false)
              }}
            >
              재발급하기
            </Button>
          </>
        }
      >
        <p className="text-ink-2">지금 쓰는 키는 바로 사용할 수 없게 돼요. 연결된 프로그램의 키도 바꿔 주세요.</p>
      </Dialog>
    </Card>
  )
}

function useIssueKey(first: string | null) {
  const [key, setKey] = useState(first)
  const { busy, call } = useCall()
  const issue = async () => {
    const answer = await call<{ apiKey: string }>('POST', '/auth/api-key')
    if (!answer) return
    if (!answer.ok) return toast(answer.message || '오류가 발생했습니다', { tone: 'bad' })
    setKey(answer.body.apiKey)
    toast('API 키를 발급했습니다.', { tone: 'good' })
  }
  return { key, busy, issue }
}

function ShownKey({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false)
  const Icon = open ? EyeOff : Eye
  return (
    <div className="flex items-center gap-2 rounded-field bg-sunken py-2 pr-2 pl-3.5">
      <code className="min-w-0 flex-1 font-mono text-s break-all">{open ? text : maskedKey(text)}</code>
      <IconButton label={open ? 'API 키 숨기기' : 'API 키 보기'} onClick={() => setOpen(!open)}>
        <Icon size={18} aria-hidden="true" />
      </IconButton>
      <CopyButton text={text} label="API 키 복사" iconOnly />
    </div>
  )
}

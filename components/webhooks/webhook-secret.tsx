'use client'

import { useState } from 'react'
import { webhookMessages } from '#lib/webhooks/labels.ts'
import { useCall } from '../chrome/use-call.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast-store.ts'

/** The new signing secret, shown only once. */
export function NewSecretNotice({ secret }: { readonly secret: string }) {
  return (
    <Notice tone="warn" role="status" className="grid gap-2">
      <p className="text-s font-semibold">서명 키는 지금만 볼 수 있어요. 안전한 곳에 보관해 주세요.</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-s break-all">{secret}</code>
        <CopyButton text={secret} label="서명 키 복사" iconOnly />
      </div>
    </Notice>
  )
}

/** Button that renews the signing secret, after a confirmation, because the old secret stops working. */
export function RenewSecretButton({ onRenewed }: { readonly onRenewed: (secret: string) => void }) {
  const [asking, setAsking] = useState(false)
  const { busy, call } = useCall()
  const renew = async () => {
    const answer = await call<{ secret: string }>('POST', '/service/webhook/secret')
    if (!answer) return
    setAsking(false)
    if (!answer.ok) return toast(answer.message || webhookMessages.failed, { tone: 'bad' })
    onRenewed(answer.body.secret)
    toast(webhookMessages.renewed, { tone: 'good' })
  }
  return (
    <>
      <Button full tone="soft" onClick={() => setAsking(true)}>
        서명 키 재발급
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="서명 키를 새로 발급할까요?"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>그대로 두기</Button>
            <Button tone="bad" busy={busy} onClick={renew}>
              재발급하기
            </Button>
          </>
        }
      >
        <p className="text-ink-2">다음 웹훅부터 새 키로 서명해요. 받는 서버의 키도 바꿔 주세요.</p>
      </Dialog>
    </>
  )
}

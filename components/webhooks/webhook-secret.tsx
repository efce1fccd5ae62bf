'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { webhookDeliveryTexts, webhookMessages } from '#lib/webhooks/labels.ts'
import { ReplaceSecretDialog } from '../api-keys/replace-secret-dialog.tsx'
import { callApi } from '../chrome/call-api.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'

/** The new signing secret. It is shown only once. */
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

interface RenewSecretProps {
  readonly onRenewed: (secret: string) => void
}

/**
 * Button that renews the signing secret. A dialog first asks how long deliveries should be signed with both the new and
 * the old secret.
 */
export function RenewSecretButton({ onRenewed }: RenewSecretProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button full tone="soft" onClick={() => setIsAsking(true)}>
        서명 키 재발급
      </Button>
      {isAsking && <RenewSecretDialog onRenewed={onRenewed} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function RenewSecretDialog({ onRenewed, onClose }: RenewSecretProps & { readonly onClose: () => void }) {
  const router = useRouter()
  const form = useForm(async (data) => {
    const body = { overlapHours: Number(textOf(data, 'overlapHours')) }
    const answer = await callApi<{ secret: string }>('POST', '/service/webhook/secret', body)
    if (!answer.ok) return { path: '', message: answer.message || webhookMessages.failed }
    onRenewed(answer.body.secret)
    toast(webhookMessages.renewed, { tone: 'good' })
    onClose()
    router.refresh()
    return null
  })
  return (
    <ReplaceSecretDialog
      title={webhookDeliveryTexts.rotateTitle}
      action={webhookDeliveryTexts.rotateAction}
      hint={webhookDeliveryTexts.rotateHint}
      form={form}
      onClose={onClose}
    />
  )
}

'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { keyTexts, overlapChoices } from '#lib/api-keys/labels.ts'
import { deliveryTexts, webhookMessages } from '#lib/webhooks/labels.ts'
import { callApi } from '../chrome/call-api.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceChip, ChoiceGroup } from '../ui/choice.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'

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

interface RenewSecretProps {
  readonly onRenewed: (secret: string) => void
}

/** Button that renews the signing secret, after asking for how long deliveries are signed with the old secret too. */
export function RenewSecretButton({ onRenewed }: RenewSecretProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button full tone="soft" onClick={() => setAsking(true)}>
        서명 키 재발급
      </Button>
      {asking && <RenewSecretDialog onRenewed={onRenewed} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Preset hours of the overlap: long enough to change the receiver's key by hand. */
const USUAL_OVERLAP_HOURS = 24

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
    <FormDialog
      title={deliveryTexts.rotateTitle}
      form={form}
      action={deliveryTexts.rotateAction}
      focus="[type=radio]:checked"
      busy={form.busy}
      onClose={onClose}
    >
      <ChoiceGroup legend={keyTexts.overlap} hint={deliveryTexts.rotateHint}>
        {overlapChoices.map(({ hours, label }) => (
          <ChoiceChip
            key={hours}
            name="overlapHours"
            value={hours}
            label={label}
            defaultChecked={hours === USUAL_OVERLAP_HOURS}
          />
        ))}
      </ChoiceGroup>
      <FormAlert message={form.errorOf('')} />
    </FormDialog>
  )
}

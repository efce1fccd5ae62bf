'use client'

import { useRouter } from 'next/navigation'
import { apiKeyTexts } from '#lib/api-keys/labels.ts'
import type { ApiKeyRow, ShownApiKey } from '#lib/api-keys/schema.ts'
import { isOutcomeUnknown } from '../chrome/attempt.ts'
import { callApi } from '../chrome/call-api.ts'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'
import { ReplaceSecretDialog } from './replace-secret-dialog.tsx'

interface RotateApiKeyDialogProps {
  readonly row: ApiKeyRow
  /** Receives the whole text of the new key; not called for a test key. */
  readonly onNewKey: (key: string) => void
  readonly onClose: () => void
}

/** Dialog that replaces an API key, and asks how long the old key should still work. */
export function RotateApiKeyDialog({ row, onNewKey, onClose }: RotateApiKeyDialogProps) {
  const router = useRouter()
  const name = row.name || apiKeyTexts.first
  const form = useForm(async (data) => {
    const body = { overlapHours: Number(textOf(data, 'overlapHours')) }
    const answer = await callApi<ShownApiKey>('POST', `/auth/api-keys/${row.id}/rotate`, body)
    if (!answer.ok) {
      if (isOutcomeUnknown(answer.status)) router.refresh()
      const isShownAgain = row.test || row.isFirst
      return {
        path: '',
        message: answer.message || (isShownAgain ? apiKeyTexts.unknown : apiKeyTexts.unknownAndHidden),
      }
    }
    // The list always shows test keys whole, so only other keys have to be shown now.
    if (!row.test) onNewKey(answer.body.apiKey)
    toast(apiKeyTexts.rotated(name), { tone: 'good' })
    onClose()
    router.refresh()
    return null
  })
  return (
    <ReplaceSecretDialog
      title={apiKeyTexts.rotateTitle(name)}
      action={apiKeyTexts.rotateAction}
      hint={apiKeyTexts.overlapHint}
      form={form}
      onClose={onClose}
    />
  )
}

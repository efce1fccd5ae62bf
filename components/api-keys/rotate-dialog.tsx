'use client'

import { useRouter } from 'next/navigation'
import { keyTexts, overlapChoices } from '#lib/api-keys/labels.ts'
import type { ApiKeyRow, ShownApiKey } from '#lib/api-keys/schema.ts'
import { callApi } from '../chrome/call-api.ts'
import { ChoiceChip, ChoiceGroup } from '../ui/choice.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'

/** Preset hours for which the old key still works: long enough to put the new one into programs by hand. */
const USUAL_OVERLAP_HOURS = 24

interface RotateDialogProps {
  readonly row: ApiKeyRow
  readonly onNewKey: (key: string) => void
  readonly onClose: () => void
}

/** Dialog that replaces an API key by a new one, and asks for how long the old one should still work. */
export function RotateDialog({ row, onNewKey, onClose }: RotateDialogProps) {
  const router = useRouter()
  const name = row.name || keyTexts.first
  const form = useForm(async (data) => {
    const body = { overlapHours: Number(textOf(data, 'overlapHours')) }
    const answer = await callApi<ShownApiKey>('POST', `/auth/api-keys/${row.id}/rotate`, body)
    if (!answer.ok) return { path: '', message: answer.message || keyTexts.failed }
    // The list always shows a test key in full, so only another key has to be shown now.
    if (!row.test) onNewKey(answer.body.apiKey)
    toast(keyTexts.rotated(name), { tone: 'good' })
    onClose()
    router.refresh()
    return null
  })
  return (
    <FormDialog
      title={keyTexts.rotateTitle(name)}
      form={form}
      action={keyTexts.rotateAction}
      focus="[type=radio]:checked"
      busy={form.busy}
      onClose={onClose}
    >
      <ChoiceGroup legend={keyTexts.overlap} hint={keyTexts.overlapHint}>
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

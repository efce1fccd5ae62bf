'use client'

import { apiKeyTexts, overlapChoices } from '#lib/api-keys/labels.ts'
import { ChoiceChip, ChoiceGroup } from '../ui/choice.tsx'
import { FormAlert } from '../ui/form-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { useForm } from '../ui/use-form.ts'

/** Preselected number of hours for which the old key still works: enough to change the key in programs by hand. */
const USUAL_OVERLAP_HOURS = 24

interface ReplaceSecretDialogProps {
  readonly title: string
  readonly action: string
  readonly hint: string
  readonly form: ReturnType<typeof useForm>
  readonly onClose: () => void
}

/**
 * Dialog of a form that replaces a key or secret. Offers the number of hours for which the old one still works; the
 * form reads it from its field `overlapHours`.
 */
export function ReplaceSecretDialog({ title, action, hint, form, onClose }: ReplaceSecretDialogProps) {
  return (
    <FormDialog
      title={title}
      form={form}
      action={action}
      focus="[type=radio]:checked"
      busy={form.busy}
      onClose={onClose}
    >
      <ChoiceGroup legend={apiKeyTexts.overlap} hint={hint}>
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

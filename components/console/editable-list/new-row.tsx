'use client'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { FormFields } from './form-fields.tsx'
import type { EditableRow, ListDeclaration } from './list-declaration.ts'
import { useDraft } from './use-draft.ts'

interface NewRowProps {
  readonly list: Pick<ListDeclaration<never>, 'noun' | 'path' | 'fields' | 'input' | 'preview' | 'blank'>
  /** Its place, in a list whose order staff give. */
  readonly position: number | undefined
  readonly onMade: (id: number) => void
  readonly onClose: () => void
}

/** Writes a new row. */
export function NewRow({ list, position, onMade, onClose }: NewRowProps) {
  const { busy, run } = useConsoleCall()
  const form = useDraft(list, list.blank, async (values) => {
    const body = { ...values, position }
    const answer = await run<EditableRow>({ method: 'POST', path: `/api${list.path}`, body, done: '만들었어요.' })
    if (answer?.ok) onMade(answer.body.id)
    return answer?.ok ? 'done' : null
  })
  return (
    <Dialog open onClose={onClose} title={`새 ${list.noun}`}>
      <FormFields label={`새 ${list.noun}`} form={form} preview={list.preview}>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>닫기</Button>
          <Button type="submit" tone="main" busy={busy}>
            만들기
          </Button>
        </div>
      </FormFields>
    </Dialog>
  )
}

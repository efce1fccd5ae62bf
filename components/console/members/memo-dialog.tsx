'use client'

import { useId } from 'react'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { controlBase, Field } from '../../ui/field.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import type { DialogControls } from '../confirm-dialog.tsx'
import { FormDialog } from '../reason-dialog.tsx'

interface MemoDialogProps extends DialogControls {
  readonly member: AdminMemberRow
  readonly onGiven: (memo: string) => void
}

/** What staff note about a member; he never sees it. */
export function MemoDialog({ member, onGiven, ...controls }: MemoDialogProps) {
  const id = useId()
  const form = useForm(async (data) => {
    onGiven(textOf(data, 'memo').trim())
    return null
  })
  return (
    <FormDialog {...controls} form={form} title="메모" action="저장">
      <Field id={id} label="운영 메모" hint="회원에게는 보이지 않아요.">
        <textarea
          id={id}
          name="memo"
          rows={6}
          maxLength={5_000}
          defaultValue={member.memo}
          className={`${controlBase} w-full bg-sunken px-3.5 py-3`}
        />
      </Field>
    </FormDialog>
  )
}

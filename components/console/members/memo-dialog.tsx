'use client'

import { useId } from 'react'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { controlBase, Field } from '../../ui/field.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'

interface MemoDialogProps {
  readonly member: AdminMemberRow
  readonly busy: boolean
  readonly onGiven: (memo: string) => void
  readonly onClose: () => void
}

/** What staff note about a member; he never sees it. */
export function MemoDialog({ member, busy, onGiven, onClose }: MemoDialogProps) {
  const id = useId()
  const { formProps } = useForm(async (data) => {
    onGiven(textOf(data, 'memo').trim())
    return null
  })
  return (
    <Dialog open onClose={onClose} title="메모">
      <form {...formProps} aria-label="메모" className="grid gap-4">
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
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>닫기</Button>
          <Button type="submit" tone="main" busy={busy}>
            저장
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

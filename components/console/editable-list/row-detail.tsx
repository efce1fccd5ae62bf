'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { FormFields } from './form-fields.tsx'
import { changeBody, type EditableRow, type FieldValues, type ListDeclaration } from './list-declaration.ts'
import { useDraft } from './use-draft.ts'

interface RowDetailProps<Row extends EditableRow> {
  readonly list: ListDeclaration<Row>
  readonly row: Row
  /** Moves the row in the order of its list; absent where there is none to see. */
  readonly move?: ((by: 1 | -1) => void) | undefined
  readonly onRemoved: () => void
}

const currentOf = (list: ListDeclaration<never>, row: EditableRow): FieldValues =>
  Object.fromEntries(list.fields.map(({ name }) => [name, (row as unknown as FieldValues)[name] ?? '']))

/** The chosen row as a form: changed, moved, deleted. */
export function RowDetail<Row extends EditableRow>({ list, row, move, onRemoved }: RowDetailProps<Row>) {
  const { busy, run } = useConsoleCall()
  const [asking, setAsking] = useState(false)
  const path = `/api${list.path}/${row.id}`
  const form = useDraft(list, currentOf(list as unknown as ListDeclaration<never>, row), async (values, changes) => {
    if (Object.keys(changes).length === 0) return null
    const answer = await run({ method: 'PATCH', path, body: changeBody(values, changes), done: '저장했어요.' })
    return answer?.ok ? 'done' : answer?.status === 409 ? 'late' : null
  })
  const remove = async () => {
    const answer = await run({ method: 'DELETE', path, done: '삭제했어요.' })
    setAsking(false)
    if (answer?.ok) onRemoved()
  }
  return (
    <>
      <FormFields label={`${list.noun} 고치기`} form={form} preview={list.preview}>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="main" busy={busy} className="grow">
            저장
          </Button>
          {form.changed && <Button onClick={form.reset}>되돌리기</Button>}
          <Button tone="bad" onClick={() => setAsking(true)}>
            삭제
          </Button>
        </div>
      </FormFields>
      {move && (
        <div className="flex gap-2">
          <Button size="s" onClick={() => move(-1)} className="grow">
            <ChevronUp size={18} aria-hidden="true" /> 위로
          </Button>
          <Button size="s" onClick={() => move(1)} className="grow">
            <ChevronDown size={18} aria-hidden="true" /> 아래로
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={`${list.noun} 삭제`}
          text={`되돌릴 수 없어요.\n${list.titleOf(row)}`}
          action="삭제"
          busy={busy}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

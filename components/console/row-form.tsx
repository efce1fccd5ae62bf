'use client'

import type { ReactNode } from 'react'
import { firstBroken, type Rule } from '#lib/core/form-errors.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useForm } from '../ui/use-form.ts'
import { issueOf, useConsoleCall } from './use-console-call.ts'
import { useRowDraft } from './use-row-draft.ts'

/** What a desk of forms is made of: its calls, its fields, and how they are read. */
export interface RowKind<Row extends { readonly id: number }, Values extends object> {
  readonly noun: string
  readonly path: string
  readonly fields: (row: Partial<Row>, errorOf: (name: string) => string | null) => ReactNode
  readonly read: (data: FormData) => Values
  readonly rules: (values: Values, isNew: boolean) => Rule[]
  readonly nameOf: (row: Row) => string
  /** What follows a saving, where it isn't seen in the shop at once. */
  readonly saved?: string
  /** What a deletion means. */
  readonly removal: string
}

interface FormProps<Row extends { readonly id: number }, Values extends object> {
  readonly kind: RowKind<Row, Values>
  /** Without one a new one is made. */
  readonly row: Partial<Row>
  readonly onMade?: () => void
}

/** What differs from what stood there, with the latter: another's change of something else isn't in the way. */
function changesOf(before: object, values: object) {
  const known = before as Record<string, unknown>
  const changed = Object.entries(values).filter(([name, value]) => value !== undefined && known[name] !== value)
  return {
    ...Object.fromEntries(changed),
    seen: Object.fromEntries(changed.map(([name]) => [name, known[name] ?? null])),
  }
}

/** Makes or changes one row of such a list. */
export function RowForm<Row extends { readonly id: number }, Values extends object>({
  kind,
  row,
  onMade,
}: FormProps<Row, Values>) {
  const { held, mark, changedElsewhere, take, touch, settle } = useRowDraft(row)
  const { run } = useConsoleCall()
  const isNew = held.id === undefined
  const form = useForm(async (data) => {
    const values = kind.read(data)
    const broken = firstBroken(kind.rules(values, isNew))
    if (broken) return broken
    const answer = await run<Row>({
      method: isNew ? 'POST' : 'PATCH',
      path: isNew ? kind.path : `${kind.path}/${held.id}`,
      body: isNew ? values : changesOf(held, values),
      done: kind.saved ?? `${kind.noun} 저장했습니다. 상점에 바로 보입니다.`,
    })
    if (!answer?.ok) return answer && issueOf(answer)
    if (isNew) onMade?.()
    else settle(answer.body)
    return null
  })
  return (
    <form key={mark} {...form.formProps} onChange={touch} className="grid gap-3.5">
      {kind.fields(held, form.errorOf)}
      {changedElsewhere && !isNew && (
        <Notice tone="warn" role="status" className="grid gap-2 text-s">
          다른 운영자가 바꿨어요. 쓰던 내용은 아직 저장되지 않았어요.
          <Button size="s" onClick={take}>
            새 내용 불러오기
          </Button>
        </Notice>
      )}
      <Button type="submit" tone="main" busy={form.busy}>
        {isNew ? `${kind.noun} 추가` : '저장'}
      </Button>
    </form>
  )
}

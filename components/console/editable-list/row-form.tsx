'use client'

import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { dialogButtonsClass } from '../../ui/dialog.tsx'
import { type ConsoleCall, firstFieldIssue, useConsoleCall } from '../use-console-call.ts'
import {
  buildChangeBody,
  buildNewRowBody,
  type DraftValue,
  type FieldChanges,
  type FieldDeclaration,
  type FieldValues,
  type FormDeclaration,
  readFieldValues,
  toDraftValue,
} from './draft.ts'
import { FieldControl, FieldRows } from './form-field.tsx'
import { type DraftForm, useDraft } from './use-draft.ts'

interface RowFormOptions<Answer> {
  /** POST creates a row and sends all fields; PATCH and PUT send the changed fields and their expected versions. */
  readonly method: 'POST' | 'PATCH' | 'PUT'
  readonly path: string
  readonly done: ConsoleCall<Answer>['done']
  /** Properties that are sent in the body of the call in addition to the form's fields. */
  readonly extraBody?: Readonly<Record<string, unknown>>
  readonly onSaved?: (answer: Answer) => void
}

const draftsOf = (
  fields: readonly FieldDeclaration[],
  stored: Readonly<Record<string, unknown>>,
  changes: FieldChanges,
) =>
  Object.fromEntries(
    fields.map(({ name }) => [name, changes[name]?.draft ?? (toDraftValue(stored[name]) as DraftValue)]),
  )

/** State of the form of one row, existing or new: the draft of its fields, and the call that saves them. */
export function useRowForm<Answer>(
  { fields, check, preview }: FormDeclaration,
  row: object,
  { method, path, done, extraBody, onSaved }: RowFormOptions<Answer>,
) {
  const { busy, run } = useConsoleCall()
  const isNew = method === 'POST'
  const draft = useDraft<DraftValue>(row as FieldValues, {
    issuesOf(changes, stored) {
      const checked = check(readFieldValues(fields, draftsOf(fields, stored, changes)), isNew)
      return checked.ok ? [] : [checked.issue]
    },
    async send(changes, stored) {
      const checked = check(readFieldValues(fields, draftsOf(fields, stored, changes)), isNew)
      if (!checked.ok || (!isNew && Object.keys(changes).length === 0)) return null
      const { values } = checked
      const fieldsBody = isNew
        ? buildNewRowBody(fields, values)
        : buildChangeBody(fields, values, changes, stored as FieldValues)
      const answer = await run<Answer>({ method, path, body: { ...fieldsBody, ...extraBody }, done })
      if (!answer) return null
      const issue = answer.ok ? null : firstFieldIssue(answer)
      if (!answer.ok) return issue && { issue }
      onSaved?.(answer.body)
      return { saved: values }
    },
  })
  return { ...draft, busy, fields, preview, values: draftsOf(fields, draft.stored, draft.changes) }
}

/** The part of the state of a row's form that RowFormFields needs. */
type RowForm = Pick<
  DraftForm<DraftValue>,
  'conflicts' | 'idOf' | 'submit' | 'write' | 'reset' | 'errorOf' | 'isChanged'
> &
  Pick<FormDeclaration, 'fields' | 'preview'> & {
    readonly values: Readonly<Record<string, DraftValue>>
    readonly busy: boolean
  }

interface RowFormFieldsProps {
  readonly label: string
  readonly form: RowForm
  /** Label of the save button. */
  readonly action: string
  /**
   * True in a dialog for a new row: there is no reset button, and the save button stays visible while the form is
   * scrolled.
   */
  readonly inDialog?: boolean
  /** Further buttons beside the save button. */
  readonly children?: ReactNode
}

/** The form of a row: its fields, buttons and preview. */
export function RowFormFields({ label, form, action, inDialog = false, children }: RowFormFieldsProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }
  const control = (field: FieldDeclaration) => (
    <FieldControl
      key={field.name}
      id={form.idOf(field.name)}
      field={field}
      value={form.values[field.name] ?? ''}
      error={form.errorOf(field.name)}
      onChange={(value) => form.write(field.name, value)}
    />
  )
  const preview = form.preview?.(form.values)
  const shownPreview = preview && (
    <figure className="grid gap-2 rounded-tile bg-page p-3">
      <figcaption className="text-s font-semibold text-ink-2">미리보기</figcaption>
      {preview}
    </figure>
  )
  return (
    <form noValidate aria-label={label} onSubmit={submit} onKeyDown={onKeyDown} className="grid grid-cols-1 gap-3.5">
      <FieldRows fields={form.fields} draft={form.values} control={control} />
      {form.conflicts.length > 0 && (
        <Notice tone="warn" role="status" className="grid gap-2 text-s">
          다른 운영자가 바꿨어요. 쓰던 내용은 아직 저장되지 않았어요.
          <Button size="s" onClick={form.reset}>
            새 내용 불러오기
          </Button>
        </Notice>
      )}
      {inDialog && shownPreview}
      <div className={inDialog ? dialogButtonsClass : 'flex flex-wrap gap-2'}>
        <Button type="submit" tone="main" busy={form.busy} className="grow">
          {action}
        </Button>
        {form.isChanged && !inDialog && <Button onClick={form.reset}>되돌리기</Button>}
        {children}
      </div>
      {!inDialog && shownPreview}
    </form>
  )
}

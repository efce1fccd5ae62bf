'use client'

import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { DialogControls } from '../ui/confirm-dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { type FieldIssue, textOf, useForm } from '../ui/use-form.ts'
import {
  type DraftValue,
  type DraftValues,
  type FieldDeclaration,
  type FieldValues,
  readFieldValues,
  toDraftValue,
} from './editable-list/draft.ts'
import { FieldControl, FieldRows } from './editable-list/form-field.tsx'

/**
 * Declaration of a form that asks for values and passes them to `onGiven`, such as the form in the dialog of an action.
 * Rows and settings are edited with useDraft instead. The functions are declared as methods, so that a declaration may
 * type their parameters more narrowly.
 */
export interface FormPrompt {
  /** The fields, or how to compute them from what is typed so far. */
  readonly fields: readonly FieldDeclaration[] | ((draft: DraftValues) => readonly FieldDeclaration[])
  /** Initial values of the fields. */
  readonly initialValues?: FieldValues
  /** Checks the values by the server's rules; returns the first error. */
  check?(values: FieldValues): FieldIssue | null
  /** Called with the checked values when the form is submitted; may resolve to an error that the server found. */
  onGiven(values: FieldValues): unknown
}

const isIssue = (outcome: unknown): outcome is FieldIssue =>
  typeof outcome === 'object' && outcome !== null && 'path' in outcome && 'message' in outcome

/**
 * State of a declared form. Its inputs are uncontrolled, so that text typed before hydration is not lost; `draft` has
 * their current values, for fields, hints and notes that depend on them.
 */
export function useFormPrompt({ fields, initialValues = {}, check, onGiven }: FormPrompt) {
  const id = useId()
  const initialValueOf = (name: string) => toDraftValue(initialValues[name]) as DraftValue
  const [draft, setDraft] = useState<DraftValues>(() =>
    Object.fromEntries(Object.keys(initialValues).map((name) => [name, initialValueOf(name)])),
  )
  const currentFields = typeof fields === 'function' ? fields(draft) : fields
  // Reads the values of the fields that are in the form now, without hidden fields.
  const readDraft = (data: FormData): DraftValues =>
    Object.fromEntries(
      currentFields
        .filter(({ name, kind }) => kind === 'switch' || data.has(name))
        .map(({ name, kind }) => [name, kind === 'switch' ? data.has(name) : textOf(data, name)]),
    )
  const { formProps, ...form } = useForm(async (data) => {
    const values = readFieldValues(currentFields, readDraft(data))
    const outcome = check?.(values) ?? (await onGiven(values))
    return isIssue(outcome) ? outcome : null
  })
  const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const typed = readDraft(new FormData(currentTarget))
    // Merges the values, so that a field that is hidden now has its text again when it is shown again.
    setDraft((before) => ({ ...before, ...typed }))
    // A new selection of a radio removes errors, because the rules of other fields may depend on it.
    if (target instanceof HTMLInputElement && target.type === 'radio') form.showIssue(null)
  }
  return { ...form, formProps: { ...formProps, onChange }, id, fields: currentFields, draft, initialValueOf }
}

interface FormPromptFieldsProps {
  readonly form: ReturnType<typeof useFormPrompt>
  readonly dense?: boolean
}

/** The fields of a form that is declared as FormPrompt; `form` is the return value of useFormPrompt. */
export function FormPromptFields({
  form: { id, fields, draft, initialValueOf, errorOf },
  dense = false,
}: FormPromptFieldsProps) {
  return (
    <FieldRows
      {...{ fields, draft }}
      control={(field) => (
        <FieldControl
          key={field.name}
          id={`${id}-${field.name}`}
          value={draft[field.name] ?? initialValueOf(field.name)}
          error={errorOf(field.name)}
          {...{ field, dense }}
        />
      )}
    />
  )
}

/** The form field for a reason; blank text counts as no reason. */
export const reasonField: FieldDeclaration = {
  name: 'reason',
  label: '사유',
  kind: 'line',
  required: true,
  input: { maxLength: 500 },
}

type DialogTone = 'main' | 'bad'

/** Declaration of a dialog with a form: a FormPrompt and the texts of the dialog. */
export interface FormDialogDeclaration extends FormPrompt {
  readonly title: string
  /** Text above the fields: what submitting will do, and to whom or what. */
  readonly text?: ReactNode
  /** Label of the submit button, or how to compute it from what is typed so far, for example to state the effect. */
  readonly action: string | ((draft: DraftValues) => string)
  readonly tone?: DialogTone | ((draft: DraftValues) => DialogTone)
  /** Selector of the element that is focused first, if it isn't the first field. */
  readonly focus?: string
  /** Content below the fields, computed from what is typed so far. */
  note?(draft: DraftValues): ReactNode
}

/**
 * Dialog with the form and the texts of a FormDialogDeclaration. Submitting doesn't close it: the component that
 * renders it does, for example once the call has succeeded.
 */
export function FormPromptDialog({
  title,
  text,
  action,
  tone = 'main',
  focus,
  note,
  busy,
  onClose,
  ...declaration
}: FormDialogDeclaration & DialogControls) {
  const form = useFormPrompt(declaration)
  const currentTone = typeof tone === 'function' ? tone(form.draft) : tone
  return (
    <FormDialog
      {...{ title, form, busy, onClose }}
      action={typeof action === 'function' ? action(form.draft) : action}
      {...(focus && { focus })}
      tone={currentTone}
    >
      {text && <p className="text-ink-2">{text}</p>}
      <FormPromptFields form={form} />
      {note?.(form.draft)}
    </FormDialog>
  )
}

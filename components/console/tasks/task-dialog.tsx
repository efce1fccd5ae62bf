import { reasonMissing } from '#lib/charges/errors.ts'
import { upstreamIdRequired } from '#lib/tasks/resolution/errors.ts'
import { aboutText, effectOf, type TaskAction, taskActionLabels, taskTexts } from '#lib/tasks/resolution/labels.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import type { DialogControls } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import type { Action } from '../actions.tsx'

interface TaskAnswer {
  readonly key: Action['key']
  readonly verb: TaskAction
}

/**
 * The resolutions that a viewer may choose, with their keys: A and R for the first two; D closes the task, or A if that
 * is the only way.
 */
export function answersOf(task: TaskRow, role: string): readonly TaskAnswer[] {
  if (role === 'SUPPORT' || task.resolvedAt) return []
  const [first, second] = task.actions.filter((action) => action !== 'done')
  return [
    ...(first ? [{ key: 'a', verb: first } as const] : []),
    ...(second ? [{ key: 'r', verb: second } as const] : []),
    ...(task.actions.includes('done') ? [{ key: first ? 'd' : 'a', verb: 'done' } as const] : []),
  ]
}

interface TaskDialogProps extends DialogControls {
  readonly task: TaskRow
  readonly verb: TaskAction
  readonly onGiven: (answer: { providerOrderId?: string; reason: string }) => void
}

/** The resolutions that ask for a note, and those of them that take something away. */
const notable: readonly TaskAction[] = ['done', 'cancel', 'apply', 'pay', 'decline']
const drastic: readonly TaskAction[] = ['cancel', 'decline']

/** Confirms the resolution of a task: states its effect and asks for the fields it needs. Enter submits. */
export function TaskDialog({ task, verb, onGiven, ...controls }: TaskDialogProps) {
  const form = useForm(async (data) => {
    const providerOrderId = textOf(data, 'providerOrderId').trim()
    const reason = textOf(data, 'reason').trim()
    if (verb === 'sent' && providerOrderId === '')
      return { path: 'providerOrderId', message: upstreamIdRequired().message }
    if (verb === 'decline' && reason === '') return { path: 'reason', message: reasonMissing().message }
    onGiven({ ...(verb === 'sent' && { providerOrderId }), reason })
    return null
  })
  const field = (name: string, label: string, required: boolean, maxLength: number) => (
    <TextField {...{ name, label, required, maxLength }} autoComplete="off" error={form.errorOf(name)} />
  )
  const label = taskActionLabels[verb]
  return (
    <FormDialog
      {...controls}
      form={form}
      title={`${taskTexts[task.kind].label} · ${label}`}
      action={label}
      tone={drastic.includes(verb) ? 'bad' : 'main'}
    >
      <div className="grid gap-1">
        <b className="font-semibold wrap-anywhere">{aboutText(task)}</b>
        <p className="text-ink-2">{effectOf(task, verb)}</p>
      </div>
      {verb === 'sent' && field('providerOrderId', '공급사 주문번호', true, 64)}
      {notable.includes(verb) && field('reason', verb === 'decline' ? '사유' : '메모', verb === 'decline', 500)}
    </FormDialog>
  )
}

import { reasonMissing } from '#lib/charges/errors.ts'
import { upstreamIdRequired } from '#lib/tasks/resolution/errors.ts'
import type { TaskAction } from '#lib/tasks/resolution/labels.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import type { DialogControls } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { aboutText, effectOf, taskTitle, verbLabel } from './task-text.ts'

export interface TaskAnswer {
  readonly task: TaskRow
  readonly verb: TaskAction
  readonly onGiven: (answer: { providerOrderId?: string; reason?: string }) => void
}

const notable: readonly TaskAction[] = ['done', 'cancel', 'apply', 'pay', 'decline']

const drastic: readonly TaskAction[] = ['cancel', 'decline']

/** Confirms the resolution of a task: states its effect and asks for the fields it needs. Enter submits. */
export function TaskDialog({ task, verb, onGiven, ...controls }: TaskAnswer & DialogControls) {
  const form = useForm(async (data) => {
    const providerOrderId = textOf(data, 'providerOrderId').trim()
    const reason = textOf(data, 'reason').trim()
    if (verb === 'sent' && providerOrderId === '')
      return { path: 'providerOrderId', message: upstreamIdRequired().message }
    if (verb === 'decline' && reason === '') return { path: 'reason', message: reasonMissing().message }
    onGiven({ ...(verb === 'sent' && { providerOrderId }), reason })
    return null
  })
  const field = { maxLength: 500, autoComplete: 'off' } as const
  return (
    <FormDialog
      {...controls}
      form={form}
      title={`${taskTitle(task)} · ${verbLabel(verb)}`}
      action={verbLabel(verb)}
      tone={drastic.includes(verb) ? 'bad' : 'main'}
    >
      <div className="grid gap-1">
        <b className="font-semibold wrap-anywhere">{aboutText(task)}</b>
        <p className="text-ink-2">{effectOf(task, verb)}</p>
      </div>
      {verb === 'sent' && (
        <TextField
          {...field}
          label="공급사 주문번호"
          name="providerOrderId"
          required
          maxLength={64}
          error={form.errorOf('providerOrderId')}
        />
      )}
      {notable.includes(verb) && (
        <TextField
          {...field}
          label={verb === 'decline' ? '사유' : '메모'}
          name="reason"
          required={verb === 'decline'}
          error={form.errorOf('reason')}
        />
      )}
    </FormDialog>
  )
}

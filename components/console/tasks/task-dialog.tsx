import { useEffect, useRef } from 'react'
import { reasonMissing } from '#lib/charges/errors.ts'
import { upstreamIdRequired } from '#lib/tasks/resolution/errors.ts'
import type { TaskAction } from '#lib/tasks/resolution/labels.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { aboutText, effectOf, taskTitle, verbLabel } from './task-text.ts'

interface TaskDialogProps {
  readonly task: TaskRow
  readonly verb: TaskAction
  readonly busy: boolean
  readonly onGiven: (answer: { providerOrderId?: string; reason?: string }) => void
  readonly onClose: () => void
}

const notable: readonly TaskAction[] = ['done', 'cancel', 'apply', 'pay', 'decline']

const drastic: readonly TaskAction[] = ['cancel', 'decline']

/** Says what an answer does and takes what it needs; Enter gives it. */
export function TaskDialog({ task, verb, busy, onGiven, onClose }: TaskDialogProps) {
  const submit = useRef<HTMLButtonElement>(null)
  const { errorOf, formProps } = useForm(async (data) => {
    const providerOrderId = textOf(data, 'providerOrderId').trim()
    if (verb === 'sent' && providerOrderId === '')
      return { path: 'providerOrderId', message: upstreamIdRequired().message }
    if (verb === 'decline' && textOf(data, 'reason').trim() === '')
      return { path: 'reason', message: reasonMissing().message }
    onGiven({ ...(verb === 'sent' && { providerOrderId }), reason: textOf(data, 'reason').trim() })
    return null
  })
  const asks = verb === 'sent' || notable.includes(verb)
  useEffect(() => {
    const form = formProps.ref.current
    const field = form?.querySelector('input')
    if (field) field.focus()
    else submit.current?.focus()
  }, [formProps.ref])
  return (
    <Dialog open onClose={onClose} title={`${taskTitle(task)} · ${verbLabel(verb)}`}>
      <form {...formProps} className="grid gap-4">
        <div className="grid gap-1">
          <b className="font-semibold wrap-anywhere">{aboutText(task)}</b>
          <p className="text-ink-2">{effectOf(task, verb)}</p>
        </div>
        {verb === 'sent' && (
          <TextField
            label="공급사 주문번호"
            name="providerOrderId"
            required
            maxLength={64}
            autoComplete="off"
            error={errorOf('providerOrderId')}
          />
        )}
        {asks && verb !== 'sent' && (
          <TextField
            label={verb === 'decline' ? '사유' : '메모'}
            name="reason"
            required={verb === 'decline'}
            maxLength={500}
            autoComplete="off"
            error={errorOf('reason')}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>닫기</Button>
          <Button ref={submit} type="submit" tone={drastic.includes(verb) ? 'bad' : 'main'} busy={busy}>
            {verbLabel(verb)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

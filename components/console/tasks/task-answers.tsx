import { reasonMissing } from '#lib/charges/errors.ts'
import { upstreamIdRequired } from '#lib/tasks/resolution/errors.ts'
import { type TaskAction, taskActionLabels, taskTextOf } from '#lib/tasks/resolution/labels.ts'
import type { TaskRow } from '#lib/tasks/resolution/schema.ts'
import { taskActionEffectText, taskSubjectText } from '#lib/tasks/resolution/task-texts.ts'
import type { Action, ActionForm } from '../actions.tsx'
import type { FieldDeclaration } from '../editable-list/draft.ts'
import { reasonField } from '../form-prompt.tsx'

/** A way to resolve a task, and the key of its button. */
interface TaskResolution {
  readonly key: Action['key']
  readonly verb: TaskAction
}

/**
 * The resolutions of a task that the viewer may choose, with their keys: A and R for the first two, and D for `done`,
 * which only closes the task. If `done` is the only one, its key is A.
 */
export function listResolutions(task: TaskRow, role: string): readonly TaskResolution[] {
  if (role === 'SUPPORT' || task.resolvedAt) return []
  const [first, second] = task.actions.filter((action) => action !== 'done')
  return [
    ...(first ? [{ key: 'a', verb: first } as const] : []),
    ...(second ? [{ key: 'r', verb: second } as const] : []),
    ...(task.actions.includes('done') ? [{ key: first ? 'd' : 'a', verb: 'done' } as const] : []),
  ]
}

/** The resolutions whose dialog asks for a note. */
const actionsAskingNote: readonly TaskAction[] = ['done', 'send-anyway', 'cancel', 'apply', 'pay', 'decline', 'refuse']
/** The resolutions that cancel an order or deny a member what he would get. Their buttons are red. */
const actionsTakingAway: readonly TaskAction[] = ['cancel', 'decline', 'refuse']
/** The resolutions that need a reason. */
const actionsNeedingReason: readonly TaskAction[] = ['decline', 'refuse']

const upstreamIdField: FieldDeclaration = {
  name: 'providerOrderId',
  label: '공급사 주문번호',
  kind: 'line',
  required: true,
  input: { maxLength: 64 },
}
/** Field for the id of a refill at the provider, which is not the id of its order. */
const refillIdField: FieldDeclaration = { ...upstreamIdField, label: '공급사 리필 번호' }

/**
 * The field for the id under which staff found the order or the refill at the provider. Only the resolution `sent` has
 * this field. A request other than a refill has no id at the provider, so it has no field either.
 */
function upstreamFieldsOf({ refType, detail }: TaskRow, verb: TaskAction): readonly FieldDeclaration[] {
  if (verb !== 'sent') return []
  if (refType !== 'request') return [upstreamIdField]
  return detail.request === 'REFILL' ? [refillIdField] : []
}

const noteField: FieldDeclaration = { ...reasonField, label: '메모', required: false }

interface ResolutionAnswers {
  readonly providerOrderId?: string
  readonly reason: string
}

/**
 * Form that confirms the resolution of a task: it states the effect and asks for the fields that the resolution needs.
 */
export const resolutionForm = (
  task: TaskRow,
  verb: TaskAction,
  onGiven: (resolution: ResolutionAnswers) => unknown,
): ActionForm => ({
  title: `${taskTextOf(task.kind).label} · ${taskActionLabels[verb]}`,
  text: (
    <>
      <b className="mb-1 block font-semibold wrap-anywhere text-ink">{taskSubjectText(task)}</b>
      {taskActionEffectText(task, verb)}
    </>
  ),
  tone: actionsTakingAway.includes(verb) ? 'bad' : 'main',
  fields: [
    ...upstreamFieldsOf(task, verb),
    ...(actionsAskingNote.includes(verb) ? [actionsNeedingReason.includes(verb) ? reasonField : noteField] : []),
  ],
  check({ providerOrderId, reason }) {
    if (upstreamFieldsOf(task, verb).length > 0 && providerOrderId === '')
      return { path: 'providerOrderId', message: upstreamIdRequired().message }
    return actionsNeedingReason.includes(verb) && reason === ''
      ? { path: 'reason', message: reasonMissing().message }
      : null
  },
  onGiven: (answers: Partial<ResolutionAnswers>) => onGiven({ reason: '', ...answers }),
})

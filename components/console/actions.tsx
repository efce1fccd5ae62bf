import type { MouseEvent, ReactNode } from 'react'
import { reasonMissing } from '#lib/charges/errors.ts'
import { ConfirmDialog, type ConfirmDialogDeclaration, type DialogControls } from '../ui/confirm-dialog.tsx'
import { type FormDialogDeclaration, FormPromptDialog, reasonField } from './form-prompt.tsx'
import { ShortcutButton } from './shortcut-button.tsx'

/** Declaration of a dialog that asks staff for the reason of an action, which is recorded with it. */
interface ReasonPrompt {
  readonly title: string
  /** Text above the field of the reason: what the action will do, and to whom or what. */
  readonly text: string
  readonly action: string
  /** Error shown if no reason is given; by default the server's message for a missing reason. */
  readonly missing?: string
  /** Content below the field, such as the message that a member will get with this reason. */
  readonly note?: (reason: string) => ReactNode
  /** Called with the trimmed reason when staff confirm the dialog. */
  readonly onGiven: (reason: string) => void
}

/**
 * The texts of a dialog, with `title` and `action` (the label of the confirm button) optional. DeclaredDialog shows the
 * label of the action in place of a missing text.
 */
type OptionalTitle<Text extends { readonly title: string }> = Omit<Text, 'title' | 'action'> & Partial<Text>

/** Declaration of the form of an action. Its title and its submit button show by default the label of the action. */
export type ActionForm = OptionalTitle<FormDialogDeclaration>

/**
 * Declaration of a dialog; exactly one of the four properties is set. The dialog asks for a confirmation (`confirm`),
 * for a reason (`reason`) or for the fields of a form (`form`), or is rendered by `dialog`.
 */
export interface DialogDeclaration {
  readonly confirm?: OptionalTitle<ConfirmDialogDeclaration>
  readonly reason?: OptionalTitle<ReasonPrompt>
  readonly form?: ActionForm
  readonly dialog?: (controls: DialogControls) => ReactNode
}

/**
 * An action on the selected row, started by its button or its key. If it has `run`, it starts at once; otherwise it
 * starts when its dialog (see DialogDeclaration) is confirmed.
 */
export interface Action extends DialogDeclaration {
  readonly key: 'a' | 'r' | 'd' | 'e' | 't'
  readonly label: string
  readonly run?: () => unknown
  /**
   * Whether the button has the accent colour. By default only the button of the first action has it, unless its key is
   * R.
   */
  readonly main?: boolean
}

/** Declares the form of a reason dialog: one required field, whose trimmed text is passed to `onGiven`. */
const reasonForm = ({
  missing = reasonMissing().message,
  note,
  onGiven,
  ...texts
}: OptionalTitle<ReasonPrompt>): ActionForm => ({
  ...texts,
  tone: 'bad',
  fields: [reasonField],
  ...(note && { note: ({ reason }: { reason?: unknown }) => note(String(reason ?? '').trim()) }),
  check: ({ reason }) => (reason === '' ? { path: 'reason', message: missing } : null),
  onGiven: ({ reason }: { reason: string }) => onGiven(reason),
})

interface DeclaredDialogProps extends DialogControls {
  readonly name: string
  readonly declaration: DialogDeclaration | undefined
}

/** Renders a declared dialog. By default `name` is both its title and the label of its button. */
export function DeclaredDialog({ name, declaration, ...controls }: DeclaredDialogProps) {
  const { confirm, reason, form, dialog } = declaration ?? {}
  const shared = { title: name, action: name, ...controls }
  if (confirm) return <ConfirmDialog {...shared} {...confirm} />
  if (reason) return <FormPromptDialog {...shared} {...reasonForm(reason)} />
  if (form) return <FormPromptDialog {...shared} {...form} />
  return dialog?.(controls)
}

/**
 * Ignores the second click of a double click: after the first click the next row may be selected, and the second click
 * would apply to that row.
 */
const onFirstClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) act()
}

/**
 * Whether the button of an action has the accent colour. By default only the button of the first action has it, unless
 * its key is R, which rejects or stops something.
 */
const isMainAction = ({ key, main }: Action, at: number): boolean => main ?? (at === 0 && key !== 'r')

interface ActionsProps {
  readonly actions: readonly Action[]
  readonly busy: boolean
  readonly onPress: (action: Action) => void
  /** If true, only the main action's button is widened to fill the line; otherwise all buttons are. */
  readonly wideMain?: boolean | undefined
}

/** The action buttons of the selected row, in the given order. */
export function Actions({ actions, busy, onPress, wideMain = false }: ActionsProps) {
  if (actions.length === 0) return null
  // Three buttons don't fit on one line of the detail panel, so the first gets a line of its own.
  const width = (action: Action, at: number) =>
    wideMain ? isMainAction(action, at) && 'grow' : at === 0 && actions.length > 2 ? 'basis-full' : 'grow'
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action, at) => (
        <ShortcutButton
          key={action.key}
          shortcut={action.key}
          tone={isMainAction(action, at) ? 'main' : 'plain'}
          busy={busy}
          onClick={onFirstClick(() => onPress(action))}
          className={width(action, at) || undefined}
        >
          {action.label}
        </ShortcutButton>
      ))}
    </div>
  )
}

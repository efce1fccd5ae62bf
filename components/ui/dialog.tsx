'use client'

import { X } from 'lucide'
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { focusElsewhereIfLost } from './lost-focus.ts'
import { useTypedText } from './typed-text.ts'
import { useDialogTitleFocus } from './use-dialog-title-focus.ts'
import { useEscape } from './use-escape.ts'

/**
 * Opens a dialog and corrects which element the browser focuses: the selected radio instead of the first one, a field
 * instead of a link. Then scrolls a long dialog back to its title.
 */
function openDialog(dialog: HTMLDialogElement): void {
  dialog.showModal()
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement && focused.type === 'radio')
    dialog.querySelector<HTMLInputElement>(`input[type=radio][name="${focused.name}"]:checked`)?.focus()
  if (focused instanceof HTMLAnchorElement) dialog.querySelector<HTMLElement>('input, select, textarea')?.focus()
  dialog.scrollTop = 0
}

/**
 * Functions of the dialog that contains a component: `close` closes it, `forgetTyped` makes it close without asking
 * about typed text. Outside a dialog they do nothing.
 */
const DialogContext = createContext({ close: () => {}, forgetTyped: () => {} })

/**
 * Class names of the row of a dialog's buttons. The row stays visible at the bottom edge while a long dialog is
 * scrolled, and covers the content that is scrolled below it. It must be the last element in the dialog.
 */
export const dialogButtonsClass =
  'sticky bottom-0 z-10 -mx-4 -mb-[calc(16px+env(safe-area-inset-bottom))] flex flex-wrap justify-end gap-2 bg-card px-4 pt-3 pb-[calc(16px+env(safe-area-inset-bottom))] wide:-mx-6 wide:-mb-6 wide:px-6 wide:pb-6'

const CLOSE = '닫기'

/**
 * The button of a dialog that closes it without doing anything. Without a label it is the only 닫기 of its dialog:
 * styles then hide the round one in the corner, which would do the same under the same name.
 */
export function CloseButton({ label = CLOSE }: { readonly label?: string | undefined }) {
  return (
    <Button data-close={label === CLOSE || undefined} onClick={use(DialogContext).close}>
      {label}
    </Button>
  )
}

/**
 * Returns the function that a form in a dialog calls once the typed text is saved, so that closing the dialog doesn't
 * ask whether to discard the text.
 */
export const useMarkTextSaved = () => use(DialogContext).forgetTyped

/**
 * A modal dialog, a native <dialog>. The focus stays inside; Escape, a press outside and its buttons close it. If text
 * was typed into it, a second dialog first asks whether to discard the text. On phones it is at the bottom of the
 * screen.
 */
export function Dialog({
  open,
  onClose,
  title,
  warnsOnLeave = false,
  children,
  footer,
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** True if the browser asks before typed text is lost because the page is left or reloaded. */
  readonly warnsOnLeave?: boolean
  readonly children: ReactNode
  readonly footer?: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const noteFocus = useDialogTitleFocus(open, heading)
  const id = useId()
  const typedText = useTypedText(dialog)
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  /**
   * True once `closeAndReport` has called `onClose`. The browser's `close` event, which follows, then doesn't call it
   * again.
   */
  const isCloseReported = useRef(false)
  /**
   * Closes the dialog and calls `onClose` at once. If it waited for the browser's `close` event, which comes later, the
   * page would still consider the dialog open and ignore its shortcuts until then.
   */
  const closeAndReport = () => {
    if (!dialog.current?.open) return
    isCloseReported.current = true
    dialog.current.close()
    onClose()
  }
  const close = () => (typedText.isUnsaved() ? setAsksToDiscard(true) : closeAndReport())
  useEscape(dialog, open, close)
  // False for an event from an element inside the dialog, such as `cancel` of a file field whose picker was closed.
  const isOwn = ({ target }: SyntheticEvent) => target === dialog.current
  const handleCancel = (event: SyntheticEvent) => {
    if (!isOwn(event)) return
    event.preventDefault()
    close()
  }
  const handleClosed = (event: SyntheticEvent) => {
    if (!isOwn(event)) return
    if (!isCloseReported.current) onClose()
    isCloseReported.current = false
  }
  // Returns the focus to the element that had it before the dialog opened. The browser does so only when a dialog is
  // closed, not when it is unmounted while one of its buttons has the focus.
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      focusElsewhereIfLost()
    }
  }, [])
  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) openDialog(element)
    if (!open && element?.open) element.close()
  }, [open])
  const askBeforeLoss = useEffectEvent((event: BeforeUnloadEvent) => typedText.isUnsaved() && event.preventDefault())
  useEffect(() => {
    if (!open || !warnsOnLeave) return
    const ask = (event: BeforeUnloadEvent) => askBeforeLoss(event)
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [open, warnsOnLeave])
  const pressBackdrop = useEffectEvent(close)
  useEffect(() => {
    const element = dialog.current
    // Listens to pointerdown, so that only a press that starts on the backdrop closes the dialog: the end of a text
    // selection dragged out of a field must not.
    const closeOnBackdrop = (event: PointerEvent) => event.target === element && pressBackdrop()
    element?.addEventListener('pointerdown', closeOnBackdrop)
    return () => element?.removeEventListener('pointerdown', closeOnBackdrop)
  }, [])
  const dialogElement = (
    <dialog
      ref={dialog}
      onClose={handleClosed}
      // Handles the back gesture of a phone. Escape is handled by useEscape.
      onCancel={handleCancel}
      onFocus={(event) => {
        noteFocus(event.target)
        // Ignores fields of a dialog inside this one, whose events bubble up to here.
        if (event.target.closest('dialog') === dialog.current) typedText.note(event)
      }}
      aria-labelledby={id}
      className="group/dialog m-0 mt-auto max-h-[85dvh] w-full max-w-none animate-rise scroll-pb-24 overflow-y-auto overscroll-contain rounded-t-[20px] bg-card p-0 max-wide:pr-(--safe-right) max-wide:pl-(--safe-left) text-left font-normal whitespace-normal text-ink shadow-float wide:m-auto wide:max-w-form wide:rounded-card"
    >
      <div className="grid gap-4 px-4 pt-4 pb-[calc(16px+env(safe-area-inset-bottom))] wide:p-6">
        <h2
          ref={heading}
          id={id}
          className="flex min-h-9 items-center pr-12 rounded-badge text-l font-semibold group-has-data-close/dialog:pr-0"
        >
          {title}
        </h2>
        {children}
        {footer && <div className={dialogButtonsClass}>{footer}</div>}
      </div>
      {/* The close button comes last, so that the focus starts in the dialog's content. */}
      <div className="absolute top-4 right-[calc(16px+var(--safe-right))] group-has-data-close/dialog:hidden wide:top-6 wide:right-6">
        <IconButton label={CLOSE} onClick={close}>
          <Icon shape={X} size={18} />
        </IconButton>
      </div>
    </dialog>
  )
  const discard = () => {
    setAsksToDiscard(false)
    closeAndReport()
  }
  return (
    <DialogContext value={{ close, forgetTyped: typedText.forget }}>
      {dialogElement}
      {asksToDiscard && <DiscardDialog onDiscard={discard} onClose={() => setAsksToDiscard(false)} />}
    </DialogContext>
  )
}

interface DiscardDialogProps {
  readonly onDiscard: () => void
  readonly onClose: () => void
}

/** Dialog that asks whether to discard the text typed into another dialog, before that dialog closes. */
function DiscardDialog({ onDiscard, onClose }: DiscardDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="닫으면 적은 내용이 사라져요"
      footer={
        <>
          <CloseButton label="계속 쓰기" />
          <Button tone="bad" onClick={onDiscard}>
            버리고 닫기
          </Button>
        </>
      }
    >
      <p className="text-ink-2">아직 보내지 않은 내용이에요.</p>
    </Dialog>
  )
}

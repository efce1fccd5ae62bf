'use client'

import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

/**
 * Opens a dialog and corrects the focus that the browser sets: to the selected radio instead of the first one, and to a
 * field instead of a link. A long dialog is scrolled back to its title.
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
 * A modal dialog on the native element: the focus stays inside, Escape and a press outside close it. On phones it is at
 * the bottom of the screen.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  readonly footer?: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A dialog that is unmounted together with its focused button doesn't return the focus to what had it before: this
  // effect does.
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) openDialog(element)
    if (!open && element?.open) element.close()
  }, [open])
  useEffect(() => {
    const element = dialog.current
    // Only a press that starts on the backdrop closes the dialog: a text selection dragged out of a field must not.
    const press = (event: PointerEvent) => event.target === element && element?.close()
    element?.addEventListener('pointerdown', press)
    return () => element?.removeEventListener('pointerdown', press)
  }, [])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={id}
      className="m-0 mt-auto max-h-[85dvh] w-full max-w-none animate-rise overflow-y-auto overscroll-contain rounded-t-[20px] bg-card p-0 text-ink shadow-float wide:m-auto wide:max-w-form wide:rounded-card"
    >
      <div className="grid gap-4 px-4 pt-4 pb-[calc(16px+env(safe-area-inset-bottom))] wide:p-6">
        <h2 id={id} className="flex min-h-9 items-center pr-12 text-l font-semibold">
          {title}
        </h2>
        {children}
        {footer && <div className="flex flex-wrap justify-end gap-2">{footer}</div>}
      </div>
      {/* The close button comes last, so that the focus starts in the dialog's content. */}
      <div className="absolute top-4 right-4 wide:top-6 wide:right-6">
        <IconButton label="닫기" onClick={() => dialog.current?.close()}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </dialog>
  )
}

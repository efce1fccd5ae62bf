'use client'

import { useEffect, useRef, useState } from 'react'
import {
  compactSeoulDay,
  HIDDEN_POPUPS_STORAGE_KEY,
  isHiddenToday,
  parseHiddenPopups,
  withHiddenToday,
} from './hidden-popups.ts'

export interface PopupImage {
  readonly id: number
  readonly imageUrl: string
  /** Alternative text of the picture; '' if staff wrote none. */
  readonly alt: string
  /** URL that a click on the picture opens; '' for none. */
  readonly link: string
}

const readHiddenPopups = () => {
  try {
    return parseHiddenPopups(localStorage.getItem(HIDDEN_POPUPS_STORAGE_KEY))
  } catch {
    return []
  }
}

/**
 * Ids of the popups that were shown since the page was loaded. A refresh passes the same popups again; they must not
 * open twice.
 */
const shownIds = new Set<number>()

/**
 * Modal dialog with the enabled popups that weren't hidden today. Each is shown once per page load, until it is closed
 * or hidden for today.
 */
export function Popups({ popups }: { readonly popups: readonly PopupImage[] }) {
  const [shown, setShown] = useState<readonly PopupImage[]>([])
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const hidden = readHiddenPopups()
    const unseen = popups.filter(
      ({ id }) => !shownIds.has(id) && !isHiddenToday(hidden, id, compactSeoulDay(Date.now())),
    )
    for (const { id } of unseen) shownIds.add(id)
    setShown((open) => popups.filter((popup) => unseen.includes(popup) || open.some(({ id }) => id === popup.id)))
  }, [popups])
  useEffect(() => {
    if (shown.length === 0 || dialog.current?.open) return
    dialog.current?.showModal()
    // The dialog may open while the user is typing. Focuses the dialog itself, because the next key press could trigger
    // a focused button.
    dialog.current?.focus()
  }, [shown])
  if (shown.length === 0) return null
  const close = (id: number) => setShown(shown.filter((popup) => popup.id !== id))
  const hide = (id: number) => {
    try {
      localStorage.setItem(
        HIDDEN_POPUPS_STORAGE_KEY,
        JSON.stringify(withHiddenToday(readHiddenPopups(), id, compactSeoulDay(Date.now()))),
      )
    } finally {
      close(id)
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-label="팝업 안내"
      tabIndex={-1}
      onClose={() => setShown([])}
      className="m-auto max-h-[90dvh] max-w-[100vw] animate-rise overflow-y-auto bg-transparent p-4 outline-none"
    >
      <div className="flex flex-wrap items-start justify-center gap-4">
        {shown.map((popup, index) => (
          <PopupCard
            key={popup.id}
            {...popup}
            name={`팝업 ${index + 1}`}
            className="w-[300px] min-[55rem]:w-[440px]"
            onHide={() => hide(popup.id)}
            onClose={() => close(popup.id)}
          />
        ))}
      </div>
    </dialog>
  )
}

interface PopupCardProps extends Omit<PopupImage, 'id'> {
  readonly name: string
  /** Class names that set the width. */
  readonly className: string
  readonly onHide?: () => void
  readonly onClose?: () => void
}

/** One popup: its picture and its two buttons. */
export function PopupCard({ imageUrl, alt, link, name, className, onHide, onClose }: PopupCardProps) {
  const picture = <img src={imageUrl} alt={alt || name} className="block h-auto w-full" />
  const button = 'min-h-12 flex-1 px-3 text-s font-semibold text-ink-2 -outline-offset-3 hover:bg-sunken'
  return (
    <section aria-label={name} className={`${className} overflow-hidden rounded-card bg-card shadow-float`}>
      {link ? (
        <a href={link} {...(link.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' })}>
          {picture}
        </a>
      ) : (
        picture
      )}
      <div className="flex divide-x divide-line">
        <button type="button" onClick={onHide} className={button}>
          오늘 하루 보지 않기
        </button>
        <button type="button" onClick={onClose} className={button}>
          닫기
        </button>
      </div>
    </section>
  )
}

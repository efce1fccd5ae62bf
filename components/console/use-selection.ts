'use client'

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onLostFocus } from '../ui/lost-focus.ts'
import { neighbourOf } from './row-selection.ts'

/** From this width on the detail is beside the table (`split` in tokens.css); below it, the detail is a dialog. */
const SPLIT_MEDIA_QUERY = '(min-width: 80rem)'
/**
 * Delay of a URL update, in milliseconds. Browsers refuse a page that rewrites its URL hundreds of times a minute, so J
 * held down writes it once, at its end.
 */
const URL_DELAY_MS = 250

type FocusRow = (id: number | null) => void

export interface ListRow {
  readonly id: number
}

/**
 * Writes the selected row's id into the URL and leaves the URL's other parameters unchanged. It bypasses the router,
 * which watches `history.replaceState`: to the router this would be another page, which its next refresh loads twice
 * and scrolls to the top. A refresh writes the router's own URL again, so the id is written after each render.
 */
function useSelectionInUrl(chosen: number | null) {
  const first = useRef(chosen)
  useEffect(() => {
    if (chosen === first.current) return
    first.current = null
    const timer = setTimeout(() => {
      const url = new URL(location.href)
      if (url.searchParams.get('id') === (chosen === null ? null : String(chosen))) return
      if (chosen === null) url.searchParams.delete('id')
      else url.searchParams.set('id', String(chosen))
      History.prototype.replaceState.call(history, history.state, '', url)
    }, URL_DELAY_MS)
    return () => clearTimeout(timer)
  })
}

interface ListParts {
  readonly table: RefObject<HTMLElement | null>
  /** The detail beside the table. */
  readonly panel: RefObject<HTMLElement | null>
}

/**
 * Moves the focus to the selected row if the focused row leaves the list, or the focused control its detail, if a dialog
 * closes and returns the focus to a row that was settled in it, or if what had the focus before a dialog is gone, as the
 * bar of picked rows. Without this the next Tab would start at the top of the page.
 */
function useFocusInList({ table, panel }: ListParts, chosen: number | null, focusRow: FocusRow) {
  const wasInside = useRef(false)
  const last = useRef(chosen)
  useEffect(() => {
    // The focus in a dialog doesn't count, because it returns to the table; a mouse press elsewhere leaves the table.
    const focused = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest('dialog'))
        wasInside.current = [table, panel].some((part) => part.current?.contains(target))
    }
    const pressed = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest('dialog')) wasInside.current = false
    }
    document.addEventListener('focusin', focused)
    document.addEventListener('pointerdown', pressed)
    return () => {
      document.removeEventListener('focusin', focused)
      document.removeEventListener('pointerdown', pressed)
    }
  }, [table, panel])
  useEffect(() => {
    const active = document.activeElement
    const isLost = active === null || active === document.body
    const isOnLeftRow = last.current !== chosen && active?.matches('[data-choose]')
    if (wasInside.current && (isLost || isOnLeftRow)) focusRow(chosen)
    last.current = chosen
  })
  const takeFocus = useEffectEvent(() => focusRow(chosen))
  useEffect(() => onLostFocus(() => takeFocus()), [])
}

/** Focuses the link of the row `id` or, if the list has no such row, its table, or the text in place of an empty one. */
function focusRowOf(list: HTMLElement | null, id: number | null) {
  const row = list?.querySelector<HTMLElement>(`[data-row="${id}"] [data-choose]`)
  if (row) return row.focus()
  const named = list?.querySelector('table') ?? list
  named?.setAttribute('tabindex', '-1')
  named?.focus({ preventScroll: true })
}

/**
 * Selects a row when it is clicked anywhere. Clicks on its controls, clicks with a modifier key and those that end a
 * text selection don't count.
 */
function useRowClicks(table: RefObject<HTMLElement | null>, choose: (id: number) => void) {
  useEffect(() => {
    const element = table.current
    const click = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const id = Number(target?.closest<HTMLElement>('[data-row]')?.dataset.row)
      const control = target?.closest('a, button, input, label')
      if (!id || (control && !control.matches('[data-choose]'))) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || getSelection()?.type === 'Range') return
      event.preventDefault()
      choose(id)
    }
    element?.addEventListener('click', click)
    return () => element?.removeEventListener('click', click)
  })
}

/**
 * Opens the detail when the page is opened on narrow screens at a row that its URL names, such as a result of the search
 * over everything: beside the table it is shown anyway.
 */
function useOpenAtStart(isNamed: boolean, open: () => void) {
  const start = useEffectEvent(() => {
    if (isNamed && !matchMedia(SPLIT_MEDIA_QUERY).matches) open()
  })
  useEffect(() => start(), [])
}

/**
 * The selected row of a table, and whether its detail is open. If the selected row leaves the list, none is selected:
 * the next key must never act on a row that the user did not see.
 */
export function useSelection<Row extends ListRow>(rows: readonly Row[], initial: number | undefined) {
  const ids = rows.map(({ id }) => id)
  const [wanted, setWanted] = useState<number | null>(initial ?? ids[0] ?? null)
  const [open, setOpen] = useState(false)
  const table = useRef<HTMLElement>(null)
  const panel = useRef<HTMLElement>(null)
  const chosen = wanted !== null && ids.includes(wanted) ? wanted : null
  const focusRow = (id: number | null) => focusRowOf(table.current, id)
  useOpenAtStart(initial !== undefined, () => setOpen(true))
  useSelectionInUrl(wanted)
  useFocusInList({ table, panel }, chosen, focusRow)
  useRowClicks(table, (id) => {
    setWanted(id)
    if (!matchMedia(SPLIT_MEDIA_QUERY).matches) setOpen(true)
  })
  return {
    chosen,
    row: rows.find(({ id }) => id === chosen),
    isOpen: open && chosen !== null,
    table,
    panel,
    choose(id: number | null) {
      // Without a focus, as when a page's first key is A, the next Tab would start at the top of the page.
      const active = document.activeElement
      if (!active || active === document.body || active.matches('[data-choose]')) focusRow(id)
      setWanted(id)
    },
    step(by: 1 | -1) {
      const id = neighbourOf(ids, chosen, by)
      focusRow(id)
      setWanted(id)
    },
    showDetail() {
      if (matchMedia(SPLIT_MEDIA_QUERY).matches) panel.current?.focus({ preventScroll: true })
      else setOpen(true)
    },
    closeDetail: () => setOpen(false),
    /** Selects and focuses the row `id` again, if it is in the list, after what was done to it was taken back. */
    returnTo(id: number) {
      if (!table.current?.querySelector(`[data-row="${id}"]`)) return
      focusRow(id)
      setWanted(id)
    },
  }
}

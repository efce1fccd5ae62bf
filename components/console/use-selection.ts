'use client'

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { onLostFocus } from '../ui/lost-focus.ts'
import { findNeighbourId } from './row-selection.ts'

/** From this width on, the detail is beside the table (`split` in tokens.css); on narrower screens it is a dialog. */
const SPLIT_MEDIA_QUERY = '(min-width: 80rem)'
/**
 * Delay of a URL update, in milliseconds. Browsers do not allow a page to rewrite its URL hundreds of times a minute.
 * With the delay, the URL is written only once, at the end, while J is held down.
 */
const URL_DELAY_MS = 250

type FocusRow = (id: number | null) => void

export interface ListRow {
  readonly id: number
}

/**
 * Writes the id of the selected row into the URL and leaves the other parameters unchanged. This bypasses the router of
 * Next.js, which intercepts `history.replaceState`: the router would take the URL for another page, and its next
 * refresh would load that page twice and scroll to the top. Each refresh restores the URL that the router knows, so the
 * id is written after every render.
 */
function useSelectionInUrl(chosen: number | null) {
  const initiallyChosen = useRef(chosen)
  const hasChanged = useRef(false)
  useEffect(() => {
    if (!hasChanged.current && chosen === initiallyChosen.current) return
    hasChanged.current = true
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

/**
 * Selects the row that the URL names when the list is shown again by a step back or forward in the browser history.
 * Next.js then renders the list as it was first loaded, because it doesn't know what `useSelectionInUrl` wrote: the
 * first row would be selected, and the next key would act on that row.
 */
function useSelectionFromUrl(ids: readonly number[], select: (id: number) => void) {
  const restore = useEffectEvent(() => {
    const id = Number(new URL(location.href).searchParams.get('id'))
    if (ids.includes(id)) select(id)
  })
  useLayoutEffect(() => restore(), [])
}

interface ListParts {
  readonly table: RefObject<HTMLElement | null>
  /** The detail panel beside the table. */
  readonly panel: RefObject<HTMLElement | null>
}

/**
 * Moves the focus to the selected row when the focus would otherwise be lost, so that the next Tab doesn't start at the
 * top of the page. It would be lost when:
 * - the focused row leaves the list, or the focused control leaves the detail;
 * - a dialog closes and returns the focus to a row that was settled in the dialog;
 * - a dialog closes and the element that was focused before, such as the bar of picked rows, is gone.
 *
 * Also moves it there from the link to another page of the list, which has new rows above that link.
 */
function useFocusInList({ table, panel }: ListParts, chosen: number | null, focusRow: FocusRow) {
  const wasFocusInside = useRef(false)
  const lastChosen = useRef(chosen)
  useEffect(() => {
    // Focus in a dialog is ignored, because it returns to the list afterwards. A press outside of dialogs counts as
    // leaving the list, unless its table or panel then gets a focusin event. A press that hits no control fires no
    // focusin event.
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest('dialog'))
        wasFocusInside.current = [table, panel].some((part) => part.current?.contains(target))
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest('dialog')) wasFocusInside.current = false
    }
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [table, panel])
  useEffect(() => {
    const active = document.activeElement
    const isLost = active === null || active === document.body
    const isOnDeselectedRow = lastChosen.current !== chosen && active?.matches('[data-choose]')
    if (wasFocusInside.current && (isLost || isOnDeselectedRow)) focusRow(chosen)
    lastChosen.current = chosen
  })
  const takeFocus = useEffectEvent(() => focusRow(chosen))
  useEffect(() => onLostFocus(() => takeFocus()), [])
  useEffect(() => {
    if (document.activeElement?.closest('nav[aria-label="페이지"]')) takeFocus()
  }, [])
}

/**
 * Focuses the link of the row `id`. If the list has no such row, focuses the table or, in an empty list, the text in
 * place of the table.
 */
function focusRowOf(list: HTMLElement | null, id: number | null) {
  const row = list?.querySelector<HTMLElement>(`[data-row="${id}"] [data-choose]`)
  if (row) return row.focus()
  const focusable = list?.querySelector('table') ?? list
  focusable?.setAttribute('tabindex', '-1')
  focusable?.focus({ preventScroll: true })
}

/**
 * Selects a row when it is clicked anywhere. Clicks on controls in the row other than its own link, clicks with Ctrl,
 * Meta or Shift, and clicks that end a text selection are ignored.
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
 * On narrow screens, opens the detail if the page is opened with a selected row in its URL, as by a link from the
 * search over everything. On wide screens the detail is always visible.
 */
function useOpenAtStart(isInUrl: boolean, open: () => void) {
  const openAtStart = useEffectEvent(() => {
    if (isInUrl && !matchMedia(SPLIT_MEDIA_QUERY).matches) open()
  })
  useEffect(() => openAtStart(), [])
}

/**
 * The selected row of a table, and whether its detail is open. If the selected row leaves the list, no row is selected,
 * so that the next key never acts on a row that the user has not seen.
 */
export function useSelection<Row extends ListRow>(rows: readonly Row[], initialId: number | undefined) {
  const ids = rows.map(({ id }) => id)
  const [wantedId, setWantedId] = useState<number | null>(initialId ?? ids[0] ?? null)
  const [isDetailOpen, setIsDetailOpen] = useState(false)
  const table = useRef<HTMLElement>(null)
  const panel = useRef<HTMLElement>(null)
  const chosen = wantedId !== null && ids.includes(wantedId) ? wantedId : null
  const focusRow = (id: number | null) => focusRowOf(table.current, id)
  useOpenAtStart(initialId !== undefined, () => setIsDetailOpen(true))
  useSelectionFromUrl(ids, setWantedId)
  useSelectionInUrl(wantedId)
  useFocusInList({ table, panel }, chosen, focusRow)
  useRowClicks(table, (id) => {
    setWantedId(id)
    if (!matchMedia(SPLIT_MEDIA_QUERY).matches) setIsDetailOpen(true)
  })
  return {
    chosen,
    row: rows.find(({ id }) => id === chosen),
    isOpen: isDetailOpen && chosen !== null,
    table,
    panel,
    choose(id: number | null) {
      // Focuses the row if nothing has the focus, for example when A is the first key pressed on a page. Otherwise the
      // next Tab would start at the top of the page.
      const active = document.activeElement
      if (!active || active === document.body || active.matches('[data-choose]')) focusRow(id)
      setWantedId(id)
    },
    step(by: 1 | -1) {
      const id = findNeighbourId(ids, chosen, by)
      focusRow(id)
      setWantedId(id)
    },
    showDetail() {
      if (matchMedia(SPLIT_MEDIA_QUERY).matches) panel.current?.focus({ preventScroll: true })
      else setIsDetailOpen(true)
    },
    closeDetail: () => setIsDetailOpen(false),
    /** Selects and focuses the row `id` again after an act on it was taken back, if the row is in the list. */
    returnTo(id: number) {
      if (!table.current?.querySelector(`[data-row="${id}"]`)) return
      focusRow(id)
      setWantedId(id)
    },
  }
}

'use client'

import { type KeyboardEvent as KeyPressEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { RoleName } from '#lib/members/labels.ts'
import {
  foundCountText,
  nothingFoundText,
  searchFailedText,
  searchingText,
  searchLabel,
  searchPlaceholder,
} from '#lib/search/labels.ts'
import { isComposing } from '../../ui/composing.ts'
import { registerSearchPalette } from './open-search.ts'
import { searchOptionKey } from './search-option-key.ts'
import type { SearchState } from './search-options.ts'
import type { SearchResults } from './search-results.tsx'

interface PaletteProps {
  readonly staff: { readonly id: string; readonly role: RoleName }
}

const isSearchKey = ({ code, key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (code === 'KeyK' || key.toLowerCase() === 'k')

/**
 * The search over everything: a dialog that Ctrl+K, ⌘K or a button opens. The code that finds and lists results is
 * loaded when the dialog is first opened; text can be typed before it has arrived.
 */
export function SearchPalette({ staff }: PaletteProps) {
  const [open, setOpen] = useState(false)
  const [results, setResults] = useState<{ readonly View: typeof SearchResults } | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => registerSearchPalette(() => setOpen(true)), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    if (!open || results) return
    setHasFailed(false)
    import('./search-results.tsx').then(
      ({ SearchResults: View }) => setResults({ View }),
      () => setHasFailed(true),
    )
  }, [open, results])
  if (!open) return null
  return <SearchDialog {...{ staff, hasFailed }} View={results?.View ?? null} onClose={() => setOpen(false)} />
}

interface DialogProps extends PaletteProps {
  readonly View: typeof SearchResults | null
  /** Whether the code of `View` could not be loaded. */
  readonly hasFailed: boolean
  readonly onClose: () => void
}

function SearchDialog({ staff, View, hasFailed, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [q, setQ] = useState('')
  const [resultState, setResultState] = useState<SearchState>({ q: '', options: [], state: 'searching' })
  const [highlightedKey, setHighlightedKey] = useState<string | null>(null)
  // Search text for which Enter was pressed before its results arrived. When they arrive, the first one is opened.
  const [awaitedQuery, setAwaitedQuery] = useState<string | null>(null)
  const { options } = resultState
  const highlightedIndex = Math.max(
    0,
    options.findIndex((option) => searchOptionKey(option) === highlightedKey),
  )
  const optionId = (place: number) => `${id}-${place}`
  // Whether the shown results belong to the current search text.
  const isCurrent = resultState.q === q.trim()
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const openOption = (place: number) => document.getElementById(optionId(place))?.click()
  const isAwaited = awaitedQuery !== null && awaitedQuery === q.trim() && isCurrent && resultState.state !== 'searching'
  useEffect(() => {
    if (!isAwaited) return
    setAwaitedQuery(null)
    document.getElementById(`${id}-0`)?.click()
  }, [isAwaited, id])
  const move = (by: 1 | -1) => {
    const next = (highlightedIndex + by + options.length) % Math.max(1, options.length)
    const option = options[next]
    setHighlightedKey(option ? searchOptionKey(option) : null)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyPressEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isCurrent && options.length > 0) openOption(highlightedIndex)
    else if (event.key === 'Enter') setAwaitedQuery(q.trim())
    else return
    event.preventDefault()
  }
  const isFailed = hasFailed || (isCurrent && resultState.state === 'failed')
  const text = isFailed ? searchFailedText : !isCurrent || resultState.state === 'searching' ? searchingText : null
  const statusText = text ?? (options.length === 0 ? nothingFoundText : foundCountText(options.length))
  const isSilent = q.trim() === ''
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label={searchLabel}
      data-covers
      onPointerDown={(event) => event.target === dialog.current && dialog.current.close()}
      className="m-0 mx-auto mt-[max(12px,8dvh)] max-h-[84dvh] w-[min(640px,calc(100vw-24px))] max-w-none overflow-hidden rounded-card bg-card p-0 text-ink shadow-float"
    >
      <div className="grid max-h-[84dvh] grid-cols-1 grid-rows-[auto_minmax(0,1fr)]">
        <div className="flex items-center gap-2 border-b border-line p-3">
          <input
            type="text"
            role="combobox"
            aria-label={searchLabel}
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={options.length > 0 ? `${id}-list` : undefined}
            aria-activedescendant={options.length > 0 ? optionId(highlightedIndex) : undefined}
            placeholder={searchPlaceholder}
            value={q}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            onChange={(event) => {
              setQ(event.target.value)
              setHighlightedKey(null)
              setAwaitedQuery(null)
            }}
            onKeyDown={onKeyDown}
            className="h-11 min-w-0 grow bg-transparent px-2 text-l text-ink outline-none"
          />
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            className="h-11 shrink-0 rounded-field px-3 text-s font-semibold text-ink-2 hover:bg-sunken"
          >
            닫기
          </button>
        </div>
        <div className="min-h-0 overflow-y-auto overscroll-contain p-2">
          {View && (
            <View
              {...{ q: q.trim(), staff, id, highlightedIndex, optionId }}
              onShow={setResultState}
              onPoint={setHighlightedKey}
              onOpened={() => dialog.current?.close()}
            />
          )}
          <p role="status" className={isSilent || (options.length > 0 && !text) ? 'sr-only' : 'p-3 text-s text-ink-3'}>
            {isSilent ? '' : statusText}
          </p>
        </div>
      </div>
    </dialog>
  )
}

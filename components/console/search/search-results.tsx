'use client'

import Link from 'next/link'
import { useEffect, useMemo, useState } from 'react'
import type { RoleName } from '#lib/members/labels.ts'
import { type SearchOptionKind, searchLabel, searchOptionKindLabels, searchOptionKinds } from '#lib/search/labels.ts'
import type { FoundItems } from '#lib/search/schema.ts'
import { callApi } from '../../chrome/call-api.ts'
import { readStoredText, storeText } from '../../ui/stored-text.ts'
import { searchOptionKey } from './search-option-key.ts'
import {
  isSameList,
  pageAndActionOptions,
  type SearchOption,
  type SearchState,
  searchOptionsFromServer,
  withRecentOption,
} from './search-options.ts'

/** Milliseconds between the last key press and the call to the server. */
const ASK_DELAY_MS = 120

/**
 * localStorage key of the options that a staff member opened recently. Each staff member has a key of his own, because
 * several may share a computer.
 */
const recentKeyOf = (staffId: string): string => `recent:${staffId}`

function readRecent(staffId: string): readonly SearchOption[] {
  try {
    const stored: unknown = JSON.parse(readStoredText(recentKeyOf(staffId)) || '[]')
    return Array.isArray(stored) ? (stored as SearchOption[]) : []
  } catch {
    return []
  }
}

/** Rows that the server found for the search text `q`; `found` is null if the call failed. */
interface ServerResult {
  readonly q: string
  readonly found: FoundItems | null
}

/**
 * The server's result for a search text, requested ASK_DELAY_MS after the last key press. Null until it has arrived,
 * and for an empty text, for which the server isn't called.
 */
function useServerResult(q: string): ServerResult | null {
  const [answer, setAnswer] = useState<ServerResult | null>(null)
  useEffect(() => {
    if (q === '') return
    let isStale = false
    const timer = setTimeout(async () => {
      const { ok, body } = await callApi<FoundItems>('GET', `/api/admin/search?q=${encodeURIComponent(q)}`)
      if (!isStale) setAnswer({ q, found: ok ? body : null })
    }, ASK_DELAY_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [q])
  return q !== '' && answer?.q === q ? answer : null
}

/**
 * Selects and focuses the row to which a link leads, if the list with that row is already shown: following the link
 * would then change neither the focus nor the selection. Returns false if the link must be followed.
 */
function selectAgain(href: string): boolean {
  const id = new URL(href, location.href).searchParams.get('id')
  if (!id || !/^\d+$/.test(id) || !isSameList(href, location.href)) return false
  const row = document.querySelector<HTMLElement>(`[data-row="${id}"] [data-choose]`)
  row?.focus()
  row?.click()
  return row !== null
}

interface ResultsProps {
  readonly q: string
  readonly staff: { readonly id: string; readonly role: RoleName }
  readonly id: string
  /** Index of the highlighted option, which Enter opens. */
  readonly highlightedIndex: number
  readonly optionId: (place: number) => string
  /** Called at first and with each change of the search text, of the options or of the state of the search. */
  readonly onShow: (state: SearchState) => void
  /** Called with the key of the option under the pointer. */
  readonly onPoint: (key: string) => void
  readonly onOpened: () => void
}

/**
 * The options of the search, grouped by kind; without a search text, the recently opened ones. They are links, so that
 * they can also be opened in a new tab.
 */
export function SearchResults({ q, staff, id, highlightedIndex, optionId, onShow, onPoint, onOpened }: ResultsProps) {
  const answer = useServerResult(q)
  const [recent] = useState(() => readRecent(staff.id))
  const options = useMemo(
    () =>
      q === ''
        ? recent
        : [...pageAndActionOptions(q, staff.role), ...(answer?.found ? searchOptionsFromServer(answer.found) : [])],
    [q, staff.role, recent, answer],
  )
  const state = q !== '' && !answer ? 'searching' : answer && !answer.found ? 'failed' : 'done'
  useEffect(() => onShow({ q, options, state }), [q, options, state, onShow])
  if (options.length === 0) return null
  const groupOf = ({ kind }: SearchOption): SearchOptionKind => (q === '' ? 'recent' : kind)
  const groups = searchOptionKinds.filter((kind) => options.some((option) => groupOf(option) === kind))
  const onOpen = (option: SearchOption) => {
    // The option is stored without its note, which may contain an e-mail address or a phone number.
    const stored = { ...option, note: searchOptionKindLabels[option.kind] }
    storeText(recentKeyOf(staff.id), JSON.stringify(withRecentOption(readRecent(staff.id), stored)))
    onOpened()
  }
  return (
    <div role="listbox" id={`${id}-list`} aria-label={searchLabel} className="grid gap-1">
      {groups.map((kind) => (
        <fieldset key={kind} aria-labelledby={`${id}-${kind}`} className="grid gap-0.5">
          <p id={`${id}-${kind}`} className="px-3 pt-2 pb-1 text-s font-semibold text-ink-3">
            {searchOptionKindLabels[kind]}
          </p>
          {options.map((option, place) =>
            groupOf(option) === kind ? (
              <Link
                key={searchOptionKey(option)}
                id={optionId(place)}
                role="option"
                aria-selected={place === highlightedIndex}
                tabIndex={-1}
                href={option.href}
                prefetch={false}
                onClick={(event) => {
                  onOpen(option)
                  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
                  if (isPlain && selectAgain(option.href)) event.preventDefault()
                }}
                onPointerMove={() => place !== highlightedIndex && onPoint(searchOptionKey(option))}
                className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-field px-3 py-1.5 text-ink no-underline aria-selected:bg-main-soft aria-selected:[--ink-3:var(--ink-2)]"
              >
                <b className="min-w-0 font-semibold wrap-anywhere">{option.title}</b>
                {option.note && <span className="min-w-0 text-s text-ink-3 wrap-anywhere">{option.note}</span>}
              </Link>
            ) : null,
          )}
        </fieldset>
      ))}
    </div>
  )
}

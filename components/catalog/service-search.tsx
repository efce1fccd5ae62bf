'use client'

import { Search } from 'lucide'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { isComposing } from '../ui/composing.ts'
import { controlClass } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useServiceSearch } from './use-service-search.ts'

const loadResultList = () => import('./search-result-list.tsx')

// The list is loaded when the search field gets the focus, because it can't be shown before.
const SearchResultList = lazy(() =>
  loadResultList().then(
    (loaded) => ({ default: loaded.SearchResultList }),
    () => ({ default: () => <></> }),
  ),
)

interface ServiceSearchProps {
  readonly favorites: readonly number[] | undefined
  /** Called with the id of the selected service. */
  readonly onChoose: (id: number) => void
  /** Called with text pasted into the search field. Returns true if the text was a link and has been handled as one. */
  readonly onPaste: (text: string) => boolean
}

const searchOptionId = (listId: string, at: number) => `${listId}-${at}`

/** On phones, scrolls the field to the top of the screen, because the bar at the bottom would cover the results. */
function scrollIntoReach(input: HTMLElement) {
  if (matchMedia('(width < 55.0625rem)').matches) input.scrollIntoView({ block: 'start' })
}

/**
 * Combobox that searches the services of the whole catalogue on the server, by name, category, platform, id and initial
 * consonants.
 */
export function ServiceSearch({ favorites, onChoose, onPaste }: ServiceSearchProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  // Search text for which Enter was pressed before its results arrived. When they arrive, the first result is selected.
  const [awaitedText, setAwaitedText] = useState('')
  const searchText = text.trim()
  const { rows, total, failed, settled } = useServiceSearch(searchText)
  const isListShown = open && searchText !== '' && (rows.length > 0 || settled)
  const at = Math.min(active, rows.length - 1)

  const choose = (id: number | undefined) => {
    if (id === undefined) return
    setText('')
    setOpen(false)
    onChoose(id)
  }
  const chooseAwaited = useEffectEvent(() => choose(awaitedText === searchText ? rows[0]?.id : undefined))
  useEffect(() => {
    if (settled) chooseAwaited()
  }, [settled])
  const handleEnter = () => {
    if (settled) choose(isListShown ? rows[at]?.id : undefined)
    else setAwaitedText(searchText)
  }
  const moveTo = (to: number) => {
    setOpen(true)
    setActive(rows.length === 0 ? 0 : (to + rows.length) % rows.length)
  }
  const handleKey = (key: string): boolean => {
    if (key === 'ArrowDown') moveTo(isListShown ? at + 1 : 0)
    else if (key === 'ArrowUp') moveTo(isListShown ? at - 1 : rows.length - 1)
    else if (key === 'Escape' && isListShown) setOpen(false)
    else if (key === 'Escape') setText('')
    else if (key === 'Enter') handleEnter()
    else return false
    return true
  }
  // Enter selects a result. It never submits the order form, even when it ends a Hangul composition.
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) ? event.key === 'Enter' : handleKey(event.key)) event.preventDefault()
  }
  const paste = (event: ClipboardEvent) => {
    if (!onPaste(event.clipboardData.getData('text'))) return
    event.preventDefault()
    setText('')
  }
  return (
    <search className="relative">
      <Icon
        shape={Search}
        size={18}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-3"
      />
      <input
        role="combobox"
        aria-label="상품 검색"
        aria-expanded={isListShown && rows.length > 0}
        aria-controls={isListShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isListShown && rows.length > 0 ? searchOptionId(listId, at) : undefined}
        value={text}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder="이름이나 초성으로 검색 (ㅎㄱㅇ)"
        onChange={(event) => {
          setText(event.target.value)
          setAwaitedText('')
          setActive(0)
          setOpen(true)
        }}
        onFocus={(event) => {
          loadResultList().catch(() => {})
          setOpen(true)
          scrollIntoReach(event.currentTarget)
        }}
        onBlur={() => {
          setOpen(false)
          setAwaitedText('')
        }}
        onPaste={paste}
        onKeyDown={onKeyDown}
        className={`${controlClass()} pl-10.5`}
      />
      {isListShown && (
        <Suspense>
          <SearchResultList
            id={listId}
            rows={rows}
            favorites={favorites}
            total={total}
            active={at}
            optionId={(index) => searchOptionId(listId, index)}
            onChoose={choose}
            emptyText={
              failed ? '검색하지 못했어요. 잠시 후 다시 입력해 주세요.' : `‘${searchText}’에 맞는 상품이 없어요.`
            }
          />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {isListShown && settled && (rows.length > 0 ? `상품 ${total}개를 찾았어요.` : '맞는 상품이 없어요.')}
      </p>
    </search>
  )
}

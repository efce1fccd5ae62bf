'use client'

import { Fragment, useEffect, useRef } from 'react'
import { searchLabel } from '#lib/search/labels.ts'
import { setCharacterShortcuts, useCharacterShortcuts } from '../ui/character-keys.ts'
import { cx } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { KeyCap } from '../ui/key-cap.tsx'
import { Switch } from '../ui/switch.tsx'
import { KEY_HELP_EVENT } from './use-key-help.ts'

const keyHelpTitle = '키보드 도움말'

/** A line of the key help: one or more keys and what they do. */
export interface KeyHelpLine {
  readonly keys: readonly string[]
  readonly does: string
  /** Whether the keys are also shown in the line under the table, not only in the help dialog. */
  readonly isHint?: boolean
  /** Whether the keys act on a row, so that they do nothing in an empty list. */
  readonly actsOnRow?: boolean
}

const moveKeys: KeyHelpLine = { keys: ['J', 'K'], does: '이동', isHint: true, actsOnRow: true }
const detailKey: KeyHelpLine = { keys: ['Enter'], does: '자세히', isHint: true, actsOnRow: true }
const searchKey: KeyHelpLine = { keys: ['/'], does: '검색' }
const searchAllKey: KeyHelpLine = { keys: ['Ctrl', 'K'], does: searchLabel }
const helpKey: KeyHelpLine = { keys: ['?'], does: '도움말', isHint: true }

/** Lines of a list's key help: the keys of this list (`listLines`) between the keys that all lists share. */
export const keyHelpOfList = (listLines: readonly KeyHelpLine[]): readonly KeyHelpLine[] => [
  moveKeys,
  detailKey,
  ...listLines,
  searchKey,
  searchAllKey,
  helpKey,
]

/** The lines whose keys also work while a list has no rows. */
export const keyHelpWithoutRows = (lines: readonly KeyHelpLine[]): readonly KeyHelpLine[] =>
  lines.filter(({ actsOnRow }) => !actsOnRow)

/** Lines of the key help of a page without a list. */
export const pageKeyHelp: readonly KeyHelpLine[] = [searchAllKey, helpKey]

/** Lines for the keys that pick rows (`pickKeys`). */
const pickKeyHelp: readonly KeyHelpLine[] = [
  { keys: ['X'], does: '고르기', isHint: true, actsOnRow: true },
  { keys: ['Shift', 'J', 'K'], does: '이동하며 고르기' },
  { keys: ['Shift', 'X'], does: '모두 고르기' },
  { keys: ['Esc'], does: '고르기 해제' },
]

const haveSameKeys = (one: KeyHelpLine, other: KeyHelpLine): boolean => one.keys.join(' ') === other.keys.join(' ')

/** Adds the lines for the keys that pick rows to the lines of a list, except for keys that the list itself explains. */
export const withPickKeys = (listLines: readonly KeyHelpLine[]): readonly KeyHelpLine[] => [
  ...listLines,
  ...pickKeyHelp.filter((line) => !listLines.some((each) => haveSameKeys(each, line))),
]

const isModifier = (key: string): boolean => key === 'Ctrl' || key === 'Shift'

/** Whether a line's keys work while shortcuts of a single character are turned off. */
export const worksWithoutCharacterShortcuts = ({ keys }: Pick<KeyHelpLine, 'keys'>): boolean =>
  keys[0] === 'Ctrl' || keys.every((key) => key.length > 1 && key !== 'Shift')

function KeyCaps({ keys }: Pick<KeyHelpLine, 'keys'>) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <Fragment key={key}>
          <KeyCap name={key} always />
          {isModifier(key) && <span className="text-ink-3">+</span>}
        </Fragment>
      ))}
    </span>
  )
}

/**
 * The keys marked `isHint`, in a line under the table. Hidden below 901px and on touch screens, where devices rarely
 * have a keyboard, and while shortcuts of a single character are turned off.
 */
export function KeyHints({ lines }: { readonly lines: readonly KeyHelpLine[] }) {
  const isOn = useCharacterShortcuts()
  if (!isOn) return null
  return (
    <p className="hidden flex-wrap gap-3.5 text-s text-ink-3 console:flex touch:hidden">
      {lines
        .filter((line) => line.isHint)
        .map((line) => (
          <span key={line.does} className="inline-flex items-center gap-1">
            <KeyCaps keys={line.keys} /> {line.does}
          </span>
        ))}
    </p>
  )
}

/** The button below the console's menu that opens the key help of the page. */
export function KeyHelpButton() {
  return (
    <button
      type="button"
      className="justify-self-start py-1 text-s text-ink-3 hover:text-ink touch:hidden"
      onClick={() => document.dispatchEvent(new CustomEvent(KEY_HELP_EVENT, { bubbles: true, cancelable: true }))}
    >
      <KeyCap name="?" /> {keyHelpTitle}
    </button>
  )
}

/**
 * Dialog with the keys of a page and a switch that turns off shortcuts of a single character. While they are off, their
 * lines are struck through. The list of keys is focused at first, so that Space scrolls it; if the switch were focused,
 * Space would turn the shortcuts off.
 */
export function KeyHelp({ lines, onClose }: { readonly lines: readonly KeyHelpLine[]; readonly onClose: () => void }) {
  const isOn = useCharacterShortcuts()
  const list = useRef<HTMLDListElement>(null)
  useEffect(() => list.current?.focus({ preventScroll: true }), [])
  return (
    <Dialog open onClose={onClose} title={keyHelpTitle}>
      <dl
        ref={list}
        tabIndex={-1}
        className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 outline-none"
      >
        {lines.map((line) => (
          <div key={line.does} className="contents">
            <dt>
              <KeyCaps keys={line.keys} />
            </dt>
            <dd className={cx(isOn || worksWithoutCharacterShortcuts(line) ? 'text-ink-2' : 'text-ink-3 line-through')}>
              {line.does}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label="글자 하나로 된 단축키"
        hint="끄면 이 기기에서 Ctrl과 함께 누르는 단축키와 Enter, Esc만 써요."
        className="mt-5 border-t border-line pt-4"
        checked={isOn}
        onChange={({ target }) => setCharacterShortcuts(target.checked)}
      />
    </Dialog>
  )
}

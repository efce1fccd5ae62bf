'use client'

import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { KeyCap } from '../ui/key-cap.tsx'
import type { Column } from '../ui/table.tsx'
import type { Shortcuts } from '../ui/use-shortcuts.ts'
import { findNeighbourId } from './row-selection.ts'
import { ShortcutButton } from './shortcut-button.tsx'

/**
 * The rows that staff have picked by checkbox, for one action on all of them. `ids` are the ids of the rows that can be
 * picked; other rows don't count as picked, such as a row that has left the list.
 */
export function usePickedRows<Id extends number | string>(ids: readonly Id[]) {
  const [pickedIds, setPickedIds] = useState<ReadonlySet<Id>>(new Set())
  const picked = ids.filter((id) => pickedIds.has(id))
  return {
    picked,
    has: (id: Id) => pickedIds.has(id),
    toggle: (id: Id) =>
      setPickedIds((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    add: (addedIds: readonly Id[]) => setPickedIds((before) => new Set([...before, ...addedIds])),
    pickAll: () => setPickedIds(new Set(ids)),
    unpickAll: () => setPickedIds(new Set()),
  }
}

export type PickedRows<Id extends number | string> = ReturnType<typeof usePickedRows<Id>>

/**
 * The part of a list that `pickKeys` needs: the ids of its rows, the id of the selected row, whether the detail is open
 * in a dialog, and the function that moves the selection.
 */
interface ListNavigation {
  readonly rows: readonly number[]
  readonly chosen: number | null
  readonly isOpen: boolean
  step(by: 1 | -1): void
}

/**
 * Shortcuts that pick rows. X picks or unpicks the selected row; Shift+J and Shift+K pick the selected row and the next
 * or previous one; Shift+X picks all rows that can be picked; Escape unpicks all, unless it closes the detail.
 */
export function pickKeys(picks: PickedRows<number>, { rows, chosen, isOpen, step }: ListNavigation): Shortcuts {
  const walk = (by: 1 | -1) => {
    const next = findNeighbourId(rows, chosen, by)
    picks.add([chosen, next].filter((id) => id !== null))
    step(by)
  }
  return {
    x: () => chosen !== null && picks.toggle(chosen),
    'shift+j': () => walk(1),
    'shift+k': () => walk(-1),
    'shift+x': picks.pickAll,
    ...(!isOpen && { escape: picks.unpickAll }),
  }
}

interface PickBoxProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: () => void
}

/**
 * A checkbox that picks a row; hidden on phones, where rows are handled one by one. Its label is the clickable area, at
 * least 24 by 24 pixels (WCAG 2.2, 2.5.8). The area extends beyond the box without taking up space. `autoComplete` is
 * off, because Firefox would otherwise tick boxes again after a reload, although no row is picked.
 */
function PickBox({ label, checked, onChange }: PickBoxProps) {
  return (
    <label className="relative z-10 -m-[9px] grid size-9 place-items-center max-wide:hidden">
      <input
        type="checkbox"
        aria-label={label}
        autoComplete="off"
        className="size-[18px] accent-main"
        {...{ checked, onChange }}
      />
    </label>
  )
}

/**
 * Makes the first column of a list: a checkbox for each row that can be picked, and in the heading a checkbox that
 * picks all of these rows.
 */
export function pickColumn<Row extends { readonly id: Id }, Id extends number | string = Row['id']>(
  picks: PickedRows<Id>,
  pickable: readonly Id[],
  nameOf: (row: Row) => string,
): Column<Row> {
  const isAllPicked = pickable.length > 0 && picks.picked.length === pickable.length
  return {
    key: 'pick',
    head: '고르기',
    headCell: (
      <PickBox label="모두 고르기" checked={isAllPicked} onChange={isAllPicked ? picks.unpickAll : picks.pickAll} />
    ),
    cell: (row) =>
      pickable.includes(row.id) && (
        <PickBox label={`${nameOf(row)} 고르기`} checked={picks.has(row.id)} onChange={() => picks.toggle(row.id)} />
      ),
    className: 'max-wide:hidden w-9',
  }
}

/** A second button in the bar of the picked rows, and its key. */
export interface SecondBarAction {
  readonly key: 'r'
  readonly label: string
  readonly run: () => void
}

interface PickedBarProps {
  readonly label: string
  /** Count and total amount of the picked rows. */
  readonly text: string
  /** Label of the button of the main action. */
  readonly actionLabel: string
  readonly secondAction?: SecondBarAction | undefined
  readonly onAct: () => void
  readonly onClear: () => void
}

/**
 * Bar with the total of the picked rows and the actions on them. While the list is scrolled, the bar stays at the
 * bottom of the window, above the undo bar if that is shown. It is hidden on phones.
 */
export function PickedBar({ label, text, actionLabel, secondAction, onAct, onClear }: PickedBarProps) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-4 z-20 cramped:static flex [body:has([data-undo])_&]:bottom-32 flex-wrap items-center gap-3 rounded-card bg-card px-5 py-3 shadow-float max-wide:hidden"
    >
      <p className="font-semibold tabular-nums">{text}</p>
      <span className="ml-auto flex gap-2">
        <Button size="s" onClick={onClear}>
          고르기 해제 <KeyCap name="Esc" />
        </Button>
        {secondAction && (
          <ShortcutButton shortcut={secondAction.key} size="s" onClick={secondAction.run}>
            {secondAction.label}
          </ShortcutButton>
        )}
        <ShortcutButton shortcut="a" size="s" tone="main" onClick={onAct}>
          {actionLabel}
        </ShortcutButton>
      </span>
    </section>
  )
}

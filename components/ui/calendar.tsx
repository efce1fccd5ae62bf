'use client'

import { ChevronLeft, ChevronRight } from 'lucide'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import {
  addMonths,
  type Day,
  type DayLimits,
  dayReachedByKey,
  formatKoreanDay,
  isWithinLimits,
  weeksOf,
} from './calendar-days.ts'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

const weekdays = ['일', '월', '화', '수', '목', '금', '토'] as const

interface CalendarProps extends DayLimits {
  readonly chosen: Day | null
  readonly today: Day
  readonly onChoose: (day: Day) => void
}

/**
 * Calendar of a month in which a day is chosen, by ARIA's date picker pattern. Tab reaches only one day; the arrow
 * keys, Home, End, PageUp and PageDown move the focus to other days. The calendar takes the focus when it appears.
 */
export function Calendar({ chosen, today, onChoose, min, max }: CalendarProps) {
  const [focusedDay, setFocusedDay] = useState(chosen ?? today)
  const [keyMoves, setKeyMoves] = useState(0)
  const grid = useRef<HTMLTableElement>(null)
  const titleId = useId()
  const focus = (day: Day) => {
    setFocusedDay(day)
    setKeyMoves(keyMoves + 1)
  }
  // Focuses the day when the calendar appears and after each move by a key. The buttons that change the month keep the
  // focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each move by a key
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [keyMoves])
  const press = (event: KeyboardEvent) => {
    const to = dayReachedByKey(focusedDay, event.key, event.shiftKey)
    if (!to) return
    event.preventDefault()
    focus(to)
  }
  const changeMonth = (by: number) => setFocusedDay(addMonths(focusedDay, by))
  const [year, month] = focusedDay.split('-').map(Number)
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <IconButton label="이전 달" onClick={() => changeMonth(-1)}>
          <Icon shape={ChevronLeft} size={18} />
        </IconButton>
        <p id={titleId} aria-live="polite" className="font-semibold tabular-nums">
          {year}년 {month}월
        </p>
        <IconButton label="다음 달" onClick={() => changeMonth(1)}>
          <Icon shape={ChevronRight} size={18} />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date picker pattern needs a grid */}
      <table ref={grid} role="grid" aria-labelledby={titleId} onKeyDown={press} className="w-full table-fixed text-s">
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={`${weekday}요일`} className="h-8 font-semibold text-ink-3">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focusedDay).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  {...{ day, today, onChoose }}
                  isChosen={day === chosen}
                  isFocused={day === focusedDay}
                  isOutside={day.slice(0, 7) !== focusedDay.slice(0, 7)}
                  isDisabled={!isWithinLimits(day, { min, max })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayCellProps {
  readonly day: Day
  readonly today: Day
  readonly isChosen: boolean
  readonly isFocused: boolean
  /** Whether the day belongs to the month before or after. */
  readonly isOutside: boolean
  readonly isDisabled: boolean
  readonly onChoose: (day: Day) => void
}

function DayCell({ day, today, isChosen, isFocused, isOutside, isDisabled, onChoose }: DayCellProps) {
  return (
    <td className="p-0 text-center">
      <button
        type="button"
        tabIndex={isFocused ? 0 : -1}
        aria-label={formatKoreanDay(day)}
        aria-pressed={isChosen}
        aria-current={day === today ? 'date' : undefined}
        // Not `disabled`, because the arrow keys must be able to move across days that can't be chosen.
        aria-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && onChoose(day)}
        className={cx(
          'grid h-10 w-full place-items-center rounded-field tabular-nums transition-colors duration-150 touch:h-11',
          isChosen ? 'bg-ink font-semibold text-card' : 'hover:bg-sunken',
          !isChosen && (isDisabled ? 'cursor-not-allowed text-ink-off' : isOutside && 'text-ink-3'),
          !isChosen && day === today && 'font-semibold text-main-text',
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

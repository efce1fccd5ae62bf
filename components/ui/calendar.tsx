'use client'

import { ChevronLeft, ChevronRight } from 'lucide'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { addMonths, type Day, type DayLimits, dayByKey, isWithin, koreanDay, weeksOf } from './calendar-days.ts'
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
 * Calendar of a month in which a day is chosen, by ARIA's date picker pattern: Tab reaches only one day; the arrow
 * keys, Home, End, PageUp and PageDown move the focus to other days. It takes the focus when it appears.
 */
export function Calendar({ chosen, today, onChoose, min, max }: CalendarProps) {
  const [focused, setFocused] = useState(chosen ?? today)
  const [keyMoves, setKeyMoves] = useState(0)
  const grid = useRef<HTMLTableElement>(null)
  const title = useId()
  const focus = (day: Day) => {
    setFocused(day)
    setKeyMoves(keyMoves + 1)
  }
  // Moves the focus to the day at first and after each move by a key. The buttons that change the month keep the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each move by a key
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [keyMoves])
  const press = (event: KeyboardEvent) => {
    const to = dayByKey(focused, event.key, event.shiftKey)
    if (!to) return
    event.preventDefault()
    focus(to)
  }
  const changeMonth = (by: number) => setFocused(addMonths(focused, by))
  const [year, month] = focused.split('-').map(Number)
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <IconButton label="이전 달" onClick={() => changeMonth(-1)}>
          <Icon shape={ChevronLeft} size={18} />
        </IconButton>
        <p id={title} aria-live="polite" className="font-semibold tabular-nums">
          {year}년 {month}월
        </p>
        <IconButton label="다음 달" onClick={() => changeMonth(1)}>
          <Icon shape={ChevronRight} size={18} />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date picker pattern needs a grid */}
      <table ref={grid} role="grid" aria-labelledby={title} onKeyDown={press} className="w-full table-fixed text-s">
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
          {weeksOf(focused).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  {...{ day, today, onChoose }}
                  chosen={day === chosen}
                  focused={day === focused}
                  outside={day.slice(0, 7) !== focused.slice(0, 7)}
                  disabled={!isWithin(day, { min, max })}
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
  readonly chosen: boolean
  readonly focused: boolean
  /** Whether the day belongs to the month before or after. */
  readonly outside: boolean
  readonly disabled: boolean
  readonly onChoose: (day: Day) => void
}

function DayCell({ day, today, chosen, focused, outside, disabled, onChoose }: DayCellProps) {
  return (
    <td className="p-0 text-center">
      <button
        type="button"
        tabIndex={focused ? 0 : -1}
        aria-label={koreanDay(day)}
        aria-pressed={chosen}
        aria-current={day === today ? 'date' : undefined}
        // Not `disabled`, because the arrow keys must be able to move across days that can't be chosen.
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && onChoose(day)}
        className={cx(
          'grid h-10 w-full place-items-center rounded-field tabular-nums transition-colors duration-150 touch:h-11',
          chosen ? 'bg-ink font-semibold text-card' : 'hover:bg-sunken',
          !chosen && (disabled ? 'cursor-not-allowed text-ink-off' : outside && 'text-ink-3'),
          !chosen && day === today && 'font-semibold text-main-text',
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

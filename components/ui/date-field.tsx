'use client'

import { Calendar as CalendarIcon } from 'lucide'
import { useEffect, useId, useRef, useState } from 'react'
import { Calendar } from './calendar.tsx'
import { type Day, type DayLimits, formatKoreanDay, isWithinLimits, readDay } from './calendar-days.ts'
import { controlAttributes, controlClass, Field, type SharedFieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

interface DateFieldProps extends SharedFieldProps, DayLimits {
  readonly id?: string
  /** Name in the form data, which contains the text as typed; parse it with `readDay`. */
  readonly name?: string
  /** The day; '' for no day. If `keepsTyped` is true, it may also be a typed text that is no valid day. */
  readonly value: string
  readonly onChange?: (value: string) => void
  /** Today in Seoul; its year completes a date that is typed without one. */
  readonly today: Day
  /**
   * If true, `onChange` also gets a typed text that is no day within the limits, so that a rule of the form can refuse
   * it. If false, `onChange` gets '' in place of that text.
   */
  readonly keepsTyped?: boolean
  readonly disabled?: boolean
  readonly fieldClassName?: string | undefined
  readonly 'data-detail'?: string
}

const formatHint = '2026. 11. 22.처럼 입력해 주세요.'

/**
 * Field for a date, typed or picked in a calendar. When the field loses the focus, a typed date is shown in Korean
 * form.
 */
export function DateField({ id: givenId, label, labelHidden, hint, dense, required, error, ...props }: DateFieldProps) {
  const { name, value, onChange, today, keepsTyped, disabled, fieldClassName, 'data-detail': detail, ...limits } = props
  const generatedId = useId()
  const id = givenId ?? generatedId
  const dayOf = (text: string): Day | null => {
    const day = readDay(text, today)
    return day && isWithinLimits(day, limits) ? day : null
  }
  const valueOfText = (text: string): string => dayOf(text) ?? (keepsTyped ? text.trim() : '')
  const shownText = (text: string): string => {
    const day = readDay(text, today)
    return day ? formatKoreanDay(day) : text
  }
  const [typed, setTyped] = useState(() => shownText(value))
  const [shownValue, setShownValue] = useState(value)
  const [wasBlurred, setWasBlurred] = useState(false)
  const [isPicking, setIsPicking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Shows a value that the parent has changed, for example by a preset, instead of the typed text.
  if (value !== shownValue) {
    setShownValue(value)
    if (onChange && valueOfText(typed) !== value) setTyped(shownText(value))
  }
  const type = (text: string) => {
    setTyped(text)
    setWasBlurred(false)
    onChange?.(valueOfText(text))
  }
  const handleBlur = () => {
    setTyped(shownText(typed))
    setWasBlurred(true)
  }
  const choose = (day: Day) => {
    setTyped(formatKoreanDay(day))
    setIsPicking(false)
    setWasBlurred(true)
    onChange?.(day)
    button.current?.focus()
  }
  const chosen = dayOf(typed)
  const isInvalid = wasBlurred && typed.trim() !== '' && chosen === null
  const errorText = error ?? (isInvalid ? dayErrorText(readDay(typed, today), limits) : null)
  return (
    <Field {...{ id, label, labelHidden, hint, required, error: errorText, className: fieldClassName }}>
      <div className="relative">
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          name={name}
          required={required}
          disabled={disabled}
          data-detail={detail}
          placeholder="2026. 11. 22."
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={handleBlur}
          className={`${controlClass({ dense })} pr-11 tabular-nums`}
          {...controlAttributes(id, { hint, error: errorText })}
        />
        <IconButton
          ref={button}
          label={chosen ? `${label} 달력에서 고르기, ${formatKoreanDay(chosen)}` : `${label} 달력에서 고르기`}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={() => setIsPicking(true)}
          className="absolute! top-1/2 right-1 -translate-y-1/2 bg-transparent"
        >
          <Icon shape={CalendarIcon} size={18} />
        </IconButton>
      </div>
      {isPicking && (
        <CalendarDialog label={label} button={button} onClose={() => setIsPicking(false)}>
          <Calendar chosen={chosen} onChoose={choose} today={today} {...limits} />
        </CalendarDialog>
      )}
    </Field>
  )
}

function dayErrorText(day: Day | null, { min, max }: DayLimits): string {
  if (!day) return formatHint
  if (max && day > max) return `${formatKoreanDay(max)}까지 고를 수 있어요.`
  return `${formatKoreanDay(min ?? day)}부터 고를 수 있어요.`
}

interface CalendarDialogProps {
  readonly label: string
  readonly button: React.RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
  readonly children: React.ReactNode
}

/** Width of the calendar and its minimum distance from the window edges, in px. */
const CALENDAR_WIDTH = 320
const MIN_MARGIN = 16

/** Modal dialog for a calendar, beside its button. Escape or a press outside closes it and focuses the button. */
export function CalendarDialog({ label, button, onClose, children }: CalendarDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const opener = button.current
    if (!element || !opener) return
    element.showModal()
    const { left, right, top, bottom } = opener.getBoundingClientRect()
    const x = Math.max(
      MIN_MARGIN,
      Math.min(right - CALENDAR_WIDTH, window.innerWidth - CALENDAR_WIDTH - MIN_MARGIN, left),
    )
    const fitsBelow = bottom + 8 + element.offsetHeight <= window.innerHeight
    const y = fitsBelow ? bottom + 8 : Math.max(MIN_MARGIN, top - 8 - element.offsetHeight)
    element.style.left = `${x}px`
    element.style.top = `${y}px`
    element.querySelector<HTMLElement>('td [tabindex="0"]')?.focus({ preventScroll: true })
    const closeOnBackdrop = (event: PointerEvent) => event.target === element && element.close()
    element.addEventListener('pointerdown', closeOnBackdrop)
    return () => {
      element.removeEventListener('pointerdown', closeOnBackdrop)
      if (!document.contains(document.activeElement) || document.activeElement === document.body) opener.focus()
    }
  }, [button])
  return (
    <dialog
      ref={dialog}
      aria-label={`${label} 고르기`}
      onClose={onClose}
      className="fixed m-0 w-80 max-w-[calc(100vw-32px)] rounded-card border border-line bg-card p-3 text-ink shadow-float backdrop:bg-transparent"
    >
      {children}
    </dialog>
  )
}

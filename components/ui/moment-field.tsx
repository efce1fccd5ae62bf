'use client'

import { Calendar as CalendarIcon } from 'lucide'
import { useId, useRef, useState } from 'react'
import { Calendar } from './calendar.tsx'
import { type Day, formatKoreanDayAndTime, readDayAndTime } from './calendar-days.ts'
import { CalendarDialog } from './date-field.tsx'
import { controlAttributes, controlClass, Field, type SharedFieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

interface MomentFieldProps extends SharedFieldProps {
  readonly id?: string
  /** Name in the form data, which contains the text as typed; parse it with `readDayAndTime`. */
  readonly name?: string | undefined
  /** Day and time as `YYYY-MM-DDTHH:mm`, '' for an empty field, or a typed text that is no valid day and time. */
  readonly value: string
  /** Called when the typed text changes, with a value of the same form as `value`. */
  readonly onChange?: ((value: string) => void) | undefined
  /** Today in Seoul; its year completes a date that is typed without one. */
  readonly today: Day
  /** Time of day, `HH:mm`, that is used if a day is typed or picked without a time. */
  readonly usualTime: string
}

const minuteHint = '2026. 11. 22. 18:00처럼 입력해 주세요.'

/** Sets a field's text as if the user had typed it, so that React and the form get an input event. */
function typeInto(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Field for a day and a time of day in Seoul, typed as `2026. 11. 22. 18:00`. The day can also be picked in a calendar.
 * When the field loses the focus, the typed day and time are shown in this format.
 */
export function MomentField({ label, hint, error, required, labelHidden, dense, ...props }: MomentFieldProps) {
  const { name, value, onChange, today, usualTime } = props
  const generatedId = useId()
  const id = props.id ?? generatedId
  const [typed, setTyped] = useState(formatKoreanDayAndTime(value))
  const [shownValue, setShownValue] = useState(value)
  const [wasBlurred, setWasBlurred] = useState(false)
  const [isPicking, setIsPicking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const valueOfText = (text: string) => readDayAndTime(text, today, usualTime) ?? text.trim()
  // Shows a value that the parent has changed, for example to the one that a colleague has saved.
  if (value !== shownValue) {
    setShownValue(value)
    if (onChange && valueOfText(typed) !== value) setTyped(formatKoreanDayAndTime(value))
  }
  const type = (text: string) => {
    setTyped(text)
    setWasBlurred(false)
    onChange?.(valueOfText(text))
  }
  const isInvalid = wasBlurred && typed.trim() !== '' && readDayAndTime(typed, today, usualTime) === null
  const shownError = error ?? (isInvalid ? minuteHint : null)
  const day = readDayAndTime(typed, today, usualTime)?.slice(0, 10)
  const choose = (chosen: Day) => {
    const time = readDayAndTime(typed, today, usualTime)?.slice(11) ?? usualTime
    if (field.current) typeInto(field.current, formatKoreanDayAndTime(`${chosen}T${time}`))
    setIsPicking(false)
    button.current?.focus()
  }
  return (
    <Field {...{ id, label, hint, error: shownError, required, labelHidden }}>
      <div className="relative">
        <input
          ref={field}
          type="text"
          name={name}
          autoComplete="off"
          maxLength={40}
          required={required}
          placeholder={`2026. 11. 22. ${usualTime}`}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            setTyped(formatKoreanDayAndTime(valueOfText(typed)))
            setWasBlurred(true)
          }}
          className={`${controlClass({ dense })} pr-11 tabular-nums`}
          {...controlAttributes(id, { hint, error: shownError })}
        />
        <IconButton
          ref={button}
          label={`${label} 달력에서 고르기`}
          aria-haspopup="dialog"
          onClick={() => setIsPicking(true)}
          className="absolute! top-1/2 right-1 -translate-y-1/2 bg-transparent"
        >
          <Icon shape={CalendarIcon} size={18} />
        </IconButton>
      </div>
      {isPicking && (
        <CalendarDialog label={label} button={button} onClose={() => setIsPicking(false)}>
          <Calendar chosen={day ?? null} onChoose={choose} today={today} />
        </CalendarDialog>
      )}
    </Field>
  )
}

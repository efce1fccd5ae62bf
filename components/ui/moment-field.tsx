'use client'

import { Calendar as CalendarIcon } from 'lucide'
import { useId, useRef, useState } from 'react'
import { Calendar } from './calendar.tsx'
import { type Day, koreanMinute, readMinute } from './calendar-days.ts'
import { CalendarDialog } from './date-field.tsx'
import { controlClass, Field, type FieldText, fieldIds } from './field.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

interface MomentFieldProps extends FieldText {
  readonly id?: string
  /** Name in the form's data, which has the text as it is typed (readMinute). */
  readonly name?: string | undefined
  /** The minute as `YYYY-MM-DDTHH:mm`, '' for none, or a typed text that is neither. */
  readonly value: string
  /** Called with the minute, with '' if the field is empty, or with the typed text if it is no minute. */
  readonly onChange?: ((value: string) => void) | undefined
  readonly today: Day
  /** Time of day, `HH:mm`, of a day that is typed or picked without one. */
  readonly usualTime: string
}

const minuteHint = '2026. 11. 22. 18:00처럼 입력해 주세요.'

/** Sets a field's text as if the user had typed it, so that the form around it gets the input event. */
function typeInto(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Field for a day and a time of day in Seoul, typed as `2026. 11. 22. 18:00`, or the day picked in a calendar. When it
 * is left, what was typed is shown in Korean form.
 */
export function MomentField({ label, hint, error, required, labelHidden, dense, ...props }: MomentFieldProps) {
  const { name, value, onChange, today, usualTime } = props
  const own = useId()
  const id = props.id ?? own
  const [typed, setTyped] = useState(koreanMinute(value))
  const [shownValue, setShownValue] = useState(value)
  const [left, setLeft] = useState(false)
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const read = (text: string) => readMinute(text, today, usualTime) ?? text.trim()
  // `value` was changed by the parent, for example when staff took over what a colleague has saved.
  if (value !== shownValue) {
    setShownValue(value)
    if (onChange && read(typed) !== value) setTyped(koreanMinute(value))
  }
  const type = (text: string) => {
    setTyped(text)
    setLeft(false)
    onChange?.(read(text))
  }
  const isWrong = left && typed.trim() !== '' && readMinute(typed, today, usualTime) === null
  const shownError = error ?? (isWrong ? minuteHint : null)
  const day = readMinute(typed, today, usualTime)?.slice(0, 10)
  const choose = (chosen: Day) => {
    const time = readMinute(typed, today, usualTime)?.slice(11) ?? usualTime
    if (field.current) typeInto(field.current, koreanMinute(`${chosen}T${time}`))
    setPicking(false)
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
            setTyped(koreanMinute(read(typed)))
            setLeft(true)
          }}
          className={`${controlClass({ dense })} pr-11 tabular-nums`}
          {...fieldIds(id, { hint, error: shownError })}
        />
        <IconButton
          ref={button}
          label={`${label} 달력에서 고르기`}
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
          className="absolute! top-1/2 right-1 -translate-y-1/2 bg-transparent"
        >
          <Icon shape={CalendarIcon} size={18} />
        </IconButton>
      </div>
      {picking && (
        <CalendarDialog label={label} button={button} onClose={() => setPicking(false)}>
          <Calendar chosen={day ?? null} onChoose={choose} today={today} />
        </CalendarDialog>
      )}
    </Field>
  )
}

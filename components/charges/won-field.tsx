import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from 'react'
import { TextField } from '../ui/field.tsx'
import { amountFieldText, caretBefore, digitsAfterCaret } from './charge-draft.ts'

type WonFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'ref'> & {
  /** The field's text, as typed. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** Amount field that inserts thousands separators during typing and keeps the caret at the same digit. */
export function WonField({ text, onText, ...rest }: WonFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const behind = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (behind.current === null || document.activeElement !== input.current) return
    const caret = caretBefore(input.current?.value ?? '', behind.current)
    input.current?.setSelectionRange(caret, caret)
    behind.current = null
  })
  const change = ({ target: { value, selectionEnd } }: ChangeEvent<HTMLInputElement>) => {
    behind.current = amountFieldText(value) === value ? null : digitsAfterCaret(value, selectionEnd ?? value.length)
    onText(amountFieldText(value))
  }
  return <TextField ref={input} value={text} inputMode="numeric" autoComplete="off" {...rest} onChange={change} />
}

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
  const digitsBehindCaret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (digitsBehindCaret.current === null || document.activeElement !== input.current) return
    const caret = caretBefore(input.current?.value ?? '', digitsBehindCaret.current)
    input.current?.setSelectionRange(caret, caret)
    digitsBehindCaret.current = null
  })
  const change = ({ target: { value, selectionEnd } }: ChangeEvent<HTMLInputElement>) => {
    digitsBehindCaret.current =
      amountFieldText(value) === value ? null : digitsAfterCaret(value, selectionEnd ?? value.length)
    onText(amountFieldText(value))
  }
  return <TextField ref={input} value={text} inputMode="numeric" autoComplete="off" {...rest} onChange={change} />
}

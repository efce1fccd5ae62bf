import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from 'react'
import { TextField } from '../ui/field.tsx'
import { amountFieldText, caretBefore, digitsAfterCaret } from './charge-draft.ts'

type WonFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'ref'> & {
  /** The field's text, as `amountFieldText` formats it. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** Field for an amount in won. Inserts thousands separators during typing, and keeps the caret at the same digit. */
export function WonField({ text, onText, ...rest }: WonFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  /** Number of digits that must follow the caret once the formatted text is rendered; null if the caret can stay. */
  const digitsToRestore = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (digitsToRestore.current === null || document.activeElement !== input.current) return
    const caret = caretBefore(input.current?.value ?? '', digitsToRestore.current)
    input.current?.setSelectionRange(caret, caret)
    digitsToRestore.current = null
  })
  const change = ({ target: { value, selectionEnd } }: ChangeEvent<HTMLInputElement>) => {
    digitsToRestore.current =
      amountFieldText(value) === value ? null : digitsAfterCaret(value, selectionEnd ?? value.length)
    onText(amountFieldText(value))
  }
  return <TextField ref={input} value={text} inputMode="numeric" autoComplete="off" {...rest} onChange={change} />
}

import { cx } from '../../ui/class-names.ts'
import { ColourField } from '../../ui/colour-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { DraftValue, FieldDeclaration } from './draft.ts'
import { ImageField } from './image-field.tsx'

interface FieldControlProps {
  readonly id: string
  readonly field: FieldDeclaration
  readonly value: DraftValue
  readonly error: string | null
  readonly onChange: (value: DraftValue) => void
}

/** The control of one field. */
export function FieldControl({ id, field, value, error, onChange }: FieldControlProps) {
  const { kind, label, hint, required, options = [], className } = field
  const shared = { id, label, hint, required, error }
  const text = String(value)
  const write = (event: { target: { value: string } }) => onChange(event.target.value)
  if (kind === 'switch')
    return (
      <Switch id={id} label={label} hint={hint} checked={value === true} onChange={() => onChange(value !== true)} />
    )
  if (kind === 'colour') return <ColourField {...shared} value={text} fallback="#fff4e0" onChange={onChange} />
  if (kind === 'image') return <ImageField {...shared} elsewhere={field.elsewhere} value={text} onChange={onChange} />
  if (kind === 'lines')
    return (
      <TextArea
        {...shared}
        dense
        rows={field.oneLine ? 1 : undefined}
        maxLength={field.input?.maxLength}
        value={text}
        onChange={write}
        className={className ?? 'min-h-28'}
      />
    )
  if (kind === 'choice') {
    const { placeholder } = field.input ?? {}
    return <SelectField {...shared} {...{ options, placeholder }} dense value={text} onChange={write} />
  }
  return (
    <TextField
      {...shared}
      dense
      type={kind === 'day' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      {...field.input}
      value={text}
      onChange={write}
      className={cx(kind === 'number' && 'tabular-nums', className)}
    />
  )
}

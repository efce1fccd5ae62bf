import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ColourField } from '../colour-field.tsx'
import { ImageField } from './image-field.tsx'
import type { FieldDeclaration, FieldValue } from './list-declaration.ts'

interface FieldControlProps {
  readonly id: string
  readonly field: FieldDeclaration
  readonly value: FieldValue
  readonly error: string | null
  readonly onChange: (value: FieldValue) => void
}

const heightOf = ({ tall }: FieldDeclaration) => (tall ? 'min-h-120 max-h-[70dvh]!' : 'min-h-28')

/** The control of one field. */
export function FieldControl({ id, field, value, error, onChange }: FieldControlProps) {
  const { kind, label, hint, required, options = [] } = field
  const shared = { id, label, hint, required, error }
  const text = String(value)
  const write = (event: { target: { value: string } }) => onChange(event.target.value)
  if (kind === 'switch')
    return <Switch id={id} label={label} hint={hint} checked={value === true} onChange={() => onChange(!value)} />
  if (kind === 'colour') return <ColourField {...shared} value={text} fallback="#fff4e0" onChange={onChange} />
  if (kind === 'image') return <ImageField {...shared} elsewhere={field.elsewhere} value={text} onChange={onChange} />
  if (kind === 'lines') return <TextArea {...shared} dense value={text} onChange={write} className={heightOf(field)} />
  if (kind === 'choice') return <SelectField {...shared} dense options={options} value={text} onChange={write} />
  return (
    <TextField
      {...shared}
      dense
      type={kind === 'day' ? 'date' : 'text'}
      autoComplete="off"
      value={text}
      onChange={write}
    />
  )
}

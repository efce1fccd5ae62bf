import { Fragment, type ReactNode } from 'react'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { cx } from '../../ui/class-names.ts'
import { ColourField } from '../../ui/colour-field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { MomentField } from '../../ui/moment-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { seoulDay } from '../../ui/seoul-time.ts'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { DraftValue, DraftValues, FieldDeclaration } from './draft.ts'
import { ImageField } from './image-field.tsx'

interface FieldControlProps {
  readonly id: string
  readonly field: FieldDeclaration
  readonly value: DraftValue
  readonly error: string | null
  readonly dense?: boolean
  /**
   * Without it the input is uncontrolled: it starts with `value`, and its text is read from the form when the form is
   * submitted.
   */
  readonly onChange?: (value: DraftValue) => void
}

/**
 * The input of one declared field, with label, hint and error: a text field, switch, select and so on by its `kind`.
 */
export function FieldControl({ id, field, value, error, dense = true, onChange }: FieldControlProps) {
  const { name, kind, label, hint, required, options = [], className } = field
  const shared = { id, label, hint, required, error }
  const text = String(value)
  const write = (to: DraftValue) => onChange?.(to)
  // `autoComplete` is off, because Firefox would otherwise restore the choice made before a reload, although the draft
  // has the saved value.
  const valueProps = onChange
    ? {
        value: text,
        autoComplete: 'off',
        onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      }
    : { name, defaultValue: text }
  if (kind === 'switch') {
    const checked = value === true
    const checkedProps = onChange ? { checked, onChange: () => onChange(!checked) } : { name, defaultChecked: checked }
    return <Switch {...{ id, label, hint, className }} {...checkedProps} />
  }
  if (kind === 'colour') return <ColourField {...shared} value={text} fallback="#fff4e0" onChange={write} />
  if (kind === 'image')
    return <ImageField {...shared} allowsAddress={field.allowsAddress} value={text} onChange={write} />
  if (kind === 'minute') {
    const changeProps = onChange ? { onChange } : { name }
    const { usualTime = '00:00' } = field
    return (
      <MomentField {...shared} {...changeProps} {...{ dense, usualTime }} value={text} today={seoulDay(Date.now())} />
    )
  }
  if (kind === 'day')
    return <DateField {...{ ...shared, dense }} value={text} onChange={write} today={seoulDay(Date.now())} />
  if (kind === 'chips')
    return (
      <ChoiceGroup legend={label} {...{ hint, error }}>
        {options.map((option) => (
          <ChoiceChip
            key={option.value}
            name={name}
            defaultChecked={String(option.value) === text}
            onChange={() => write(String(option.value))}
            {...option}
          />
        ))}
      </ChoiceGroup>
    )
  if (kind === 'lines')
    return (
      <TextArea
        {...shared}
        {...valueProps}
        dense={dense}
        rows={field.oneLine ? 1 : undefined}
        maxLength={field.input?.maxLength}
        className={className ?? 'min-h-28'}
      />
    )
  if (kind === 'choice')
    return <SelectField {...shared} {...valueProps} {...{ options, dense }} placeholder={field.input?.placeholder} />
  return (
    <TextField
      {...shared}
      dense={dense}
      type="text"
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      {...field.input}
      {...valueProps}
      className={cx(kind === 'number' && 'tabular-nums', className)}
    />
  )
}

/** Groups the fields into lines: two adjacent half-width fields share a line. */
function fieldLinesOf(fields: readonly FieldDeclaration[]): readonly (readonly FieldDeclaration[])[] {
  const rows: FieldDeclaration[][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (field.half && last?.length === 1 && last[0]?.half) last.push(field)
    else rows.push([field])
  }
  return rows
}

interface FieldRowsProps {
  readonly fields: readonly FieldDeclaration[]
  readonly draft: DraftValues
  readonly control: (field: FieldDeclaration) => ReactNode
}

/** The fields of a form that are shown for the current draft, each rendered by `control` with its note below it. */
export function FieldRows({ fields, draft, control }: FieldRowsProps) {
  return fieldLinesOf(fields.filter(({ isShown }) => isShown?.(draft) !== false)).map((row) => (
    <Fragment key={row[0]?.name}>
      {row[0]?.half ? <div className="grid grid-cols-2 gap-3">{row.map(control)}</div> : row.map(control)}
      {row.map(({ name, note }) => note && <Fragment key={name}>{note(draft)}</Fragment>)}
    </Fragment>
  ))
}

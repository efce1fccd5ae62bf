import { settingChoices, settingLabels, settingValueText } from '#lib/settings/labels.ts'
import type { SettingKey } from '#lib/settings/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ColourField } from '../editable-list/colour-field.tsx'
import { AmountsField } from './amounts-field.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** One setting's control, and what somebody else made of it meanwhile. */
export function SettingField({ name, form }: { readonly name: SettingKey; readonly form: SettingsForm }) {
  return (
    <div className="grid content-start gap-2">
      <Control name={name} form={form} />
      <Meanwhile name={name} form={form} />
    </div>
  )
}

function Control({ name, form }: { readonly name: SettingKey; readonly form: SettingsForm }) {
  const { kind, name: label, help: hint } = settingLabels[name]
  const draft = form.valueOf(name)
  const id = form.idOf(name)
  const write = (value: string) => form.write(name, value)
  const shared = { id, label, hint, error: form.errorOf(name) }
  if (typeof draft === 'boolean')
    return <Switch id={id} label={label} hint={hint} checked={draft} onChange={() => form.write(name, !draft)} />
  if (typeof draft !== 'string')
    return <AmountsField {...shared} amounts={draft} onChange={(amounts) => form.write(name, amounts)} />
  if (kind === 'colour') return <ColourField {...shared} value={draft} fallback="#2563eb" onChange={write} />
  const options = name === 'ENABLE_PAYMENT_TYPE' || name === 'ENABLE_PAYMENT_FEE' ? settingChoices[name] : null
  if (options)
    return (
      <SelectField {...shared} dense options={options} value={draft} onChange={(event) => write(event.target.value)} />
    )
  return (
    <TextField
      {...shared}
      dense
      value={draft}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      onChange={(event) => write(event.target.value)}
    />
  )
}

function Meanwhile({ name, form }: { readonly name: SettingKey; readonly form: SettingsForm }) {
  const change = form.changes[name]
  if (!change || !form.conflicts.includes(name)) return null
  return (
    <Notice tone="warn" className="grid gap-2 text-s" role="status">
      <p>
        그사이 다른 운영자가 저장했어요. 지금 값:{' '}
        <b className="wrap-anywhere">{settingValueText(name, form.current[name])}</b>
      </p>
      <p className="flex flex-wrap gap-2">
        <Button size="s" onClick={() => form.drop(name)}>
          지금 값 두기
        </Button>
        <Button size="s" onClick={() => form.overrule(name, change.draft)}>
          내 값으로 바꾸기
        </Button>
      </p>
    </Notice>
  )
}

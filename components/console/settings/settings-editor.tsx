'use client'

import type { FormEvent, KeyboardEvent } from 'react'
import type { Channel } from '#lib/messages/labels.ts'
import {
  noCarrierWarnings,
  type SettingKind,
  settingChoices,
  settingGroups,
  settingLabels,
  settingValueText,
} from '#lib/settings/labels.ts'
import { verificationsWithoutCarrier } from '#lib/settings/rules.ts'
import type { SettingKey, Settings } from '#lib/settings/schema.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ColourField } from '../../ui/colour-field.tsx'
import { isComposing } from '../../ui/composing.ts'
import { FocusKeeper } from '../../ui/focus-keeper.tsx'
import type { FieldDeclaration } from '../editable-list/draft.ts'
import { FieldControl } from '../editable-list/form-field.tsx'
import { useDraft } from '../editable-list/use-draft.ts'
import { TitledCard } from '../titled-card.tsx'
import { useConsoleCall } from '../use-console-call.ts'
import { AmountsField } from './amounts-field.tsx'
import { computeSettingsPlan, type SettingDraft } from './setting-drafts.ts'
import { SettingsPreview } from './setting-previews.tsx'

/**
 * Text of the toast after a save. A setting whose sent value is not yet in the response (`saved`) is a pending change,
 * which takes effect later.
 */
function savedToastText(sentValues: Partial<Settings>, saved: Settings): string {
  const keys = Object.keys(sentValues) as SettingKey[]
  const waiting = keys.filter((key) => JSON.stringify(sentValues[key]) !== JSON.stringify(saved[key]))
  if (waiting.length === 0) return '설정을 저장했어요. 상점에 바로 보여요.'
  const names = waiting.map((key) => settingLabels[key].name).join(', ')
  return `${names} 변경은 바로 적용되지 않아요. 중요 변경에서 적용 시각을 확인해 주세요.`
}

/**
 * State of the form of all settings. One save sends all changes; the server refuses all of them if somebody else has
 * changed one of the values meanwhile.
 */
function useSettingsForm(settings: Settings) {
  const { busy, run } = useConsoleCall()
  const draft = useDraft<SettingDraft>(settings, {
    issuesOf: (changes) =>
      Object.entries(computeSettingsPlan(changes).broken).map(([path, message]) => ({ path, message })),
    async send(changes) {
      const { values, was } = computeSettingsPlan(changes)
      if (Object.keys(values).length === 0) return null
      const body = { ...values, seen: was }
      const done = (saved: Settings) => savedToastText(values, saved)
      const answer = await run<Settings>({ method: 'PUT', path: '/api/admin/settings', body, done })
      return answer?.ok ? { saved: answer.body } : null
    },
  })
  return { ...draft, busy, plan: computeSettingsPlan(draft.changes), current: draft.stored as Settings }
}

type SettingsForm = ReturnType<typeof useSettingsForm>

/** The field kind for each kind of setting; a kind that is not listed here is edited as a line of text. */
const fieldKinds: Partial<Record<SettingKind, FieldDeclaration['kind']>> = { choice: 'choice', switch: 'switch' }

interface SettingFieldProps {
  readonly name: SettingKey
  readonly form: SettingsForm
}

function SettingControl({ name, form }: SettingFieldProps) {
  const { kind, name: label, help: hint } = settingLabels[name]
  const draft = form.valueOf(name)
  const shared = { id: form.idOf(name), error: form.errorOf(name) }
  const write = (value: SettingDraft) => form.write(name, value)
  if (typeof draft === 'object')
    return <AmountsField {...shared} {...{ label, hint }} amounts={draft} onChange={write} />
  if (kind === 'colour')
    return <ColourField {...shared} {...{ label, hint }} value={String(draft)} fallback="#2563eb" onChange={write} />
  const field: FieldDeclaration = {
    name,
    label,
    hint,
    kind: fieldKinds[kind] ?? 'line',
    options: name === 'ENABLE_PAYMENT_TYPE' || name === 'ENABLE_PAYMENT_FEE' ? settingChoices[name] : [],
    input: kind === 'number' ? { inputMode: 'decimal' } : {},
  }
  return <FieldControl {...shared} field={field} value={draft} onChange={write} />
}

/**
 * The control of a setting, with the text `warning` below it, and with a second warning if somebody else has changed
 * the setting meanwhile.
 */
function SettingField({ name, form, warning }: SettingFieldProps & { readonly warning: string | undefined }) {
  const change = form.changes[name]
  return (
    <div className="grid content-start gap-2">
      <SettingControl name={name} form={form} />
      {warning && (
        <Notice tone="warn" className="text-s" role="status">
          {warning}
        </Notice>
      )}
      {change && form.conflicts.includes(name) && (
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
      )}
    </div>
  )
}

interface SettingsEditorProps {
  readonly settings: Settings
  /** The channels through which the shop can't send messages. */
  readonly unreachable: readonly Channel[]
  /** The server's time, in milliseconds. */
  readonly now: number
}

/** All settings in groups, most with a preview, and one save button for all changes. */
export function SettingsEditor({ settings, unreachable, now }: SettingsEditorProps) {
  const form = useSettingsForm(settings)
  const editedSettings = { ...form.current, ...form.plan.values }
  const warnings = new Map<SettingKey, string>(
    verificationsWithoutCarrier(editedSettings, unreachable).map((key) => [key, noCarrierWarnings[key]]),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }
  return (
    <form noValidate onSubmit={submit} onKeyDown={onKeyDown} aria-label="설정" className="grid grid-cols-1 gap-4">
      {settingGroups.map(({ title, keys }) => (
        <TitledCard key={title} title={title} className="grid grid-cols-1 gap-5">
          <div className="grid grid-cols-1 gap-6 split:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid grid-cols-1 content-start gap-x-6 gap-y-5 wide:grid-cols-2">
              {keys.map((key) => (
                <SettingField key={key} name={key} form={form} warning={warnings.get(key)} />
              ))}
            </div>
            <SettingsPreview group={title} site={editedSettings} now={now} />
          </div>
        </TitledCard>
      ))}
      <SaveBar form={form} />
      {/* After a save, the bar disappears together with its focused button; FocusKeeper then focuses the page's
          heading. */}
      <FocusKeeper />
    </form>
  )
}

/** Bar with the names of the changed settings and the save button; shown while there are changes. */
function SaveBar({ form }: { readonly form: SettingsForm }) {
  const names = (Object.keys(form.changes) as SettingKey[]).map((key) => settingLabels[key].name)
  if (names.length === 0) return null
  return (
    <section
      aria-label="바뀐 설정"
      data-save-bar
      className="sticky bottom-4 z-10 cramped:static flex flex-wrap items-center gap-3 rounded-card bg-card p-4 shadow-float"
    >
      <p className="min-w-0 flex-1 text-s text-ink-2">
        <b className="font-semibold text-ink">바뀐 설정 {names.length}개</b> {names.join(', ')}
      </p>
      <span className="flex gap-2">
        <Button onClick={form.reset}>되돌리기</Button>
        <Button type="submit" tone="main" busy={form.busy}>
          저장
        </Button>
      </span>
    </section>
  )
}

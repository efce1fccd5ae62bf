'use client'

import type { FormEvent, KeyboardEvent } from 'react'
import { settingGroups, settingLabels } from '#lib/settings/labels.ts'
import type { SettingKey, Settings } from '#lib/settings/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { isComposing } from '../../ui/composing.ts'
import { SettingField } from './setting-field.tsx'
import { SettingsPreview } from './setting-previews.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

interface SettingsEditorProps {
  readonly settings: Settings
  /** The server's time, in milliseconds. */
  readonly now: number
}

/** All settings in their groups, each with what it makes of the shop, and one saving for all that changed. */
export function SettingsEditor({ settings, now }: SettingsEditorProps) {
  const form = useSettingsForm(settings)
  const shown = { ...form.current, ...form.plan.values }
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
        <Card key={title} aria-label={title} className="grid grid-cols-1 gap-5">
          <CardTitle>{title}</CardTitle>
          <div className="grid grid-cols-1 gap-6 split:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid grid-cols-1 content-start gap-x-6 gap-y-5 wide:grid-cols-2">
              {keys.map((key) => (
                <SettingField key={key} name={key} form={form} />
              ))}
            </div>
            <SettingsPreview group={title} site={shown} now={now} />
          </div>
        </Card>
      ))}
      <SaveBar form={form} />
    </form>
  )
}

/** What would be saved, always in sight while there is something. */
function SaveBar({ form }: { readonly form: SettingsForm }) {
  const names = (Object.keys(form.changes) as SettingKey[]).map((key) => settingLabels[key].name)
  if (names.length === 0) return null
  return (
    <section
      aria-label="바뀐 설정"
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-3 rounded-card bg-card p-4 shadow-float"
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

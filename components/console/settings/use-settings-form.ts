'use client'

import { settingLabels } from '#lib/settings/labels.ts'
import type { SettingKey, Settings } from '#lib/settings/schema.ts'
import { useDraft } from '../editable-list/use-draft.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { type SettingDraft, settingsPlan } from './setting-drafts.ts'

/** What a saving did: a value that isn't there yet waits for its time or for another owner. */
function savedText(wanted: Partial<Settings>, saved: Settings): string {
  const keys = Object.keys(wanted) as SettingKey[]
  const waiting = keys.filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(saved[key]))
  if (waiting.length === 0) return '설정을 저장했어요. 상점에 바로 보여요.'
  const names = waiting.map((key) => settingLabels[key].name).join(', ')
  return `${names} 변경은 바로 적용되지 않아요. 중요 변경에서 적용 시각을 확인해 주세요.`
}

/** The settings as they are being changed: one saving sends all changes, or none when somebody else was faster. */
export function useSettingsForm(settings: Settings) {
  const { busy, run } = useConsoleCall()
  const draft = useDraft<SettingDraft>(settings, {
    issuesOf: (changes) => Object.entries(settingsPlan(changes).broken).map(([path, message]) => ({ path, message })),
    async send(changes) {
      const { values, was } = settingsPlan(changes)
      if (Object.keys(values).length === 0) return null
      const body = { ...values, seen: was }
      const done = (saved: Settings) => savedText(values, saved)
      const answer = await run<Settings>({ method: 'PUT', path: '/api/admin/settings', body, done })
      return answer?.ok ? { saved: answer.body } : null
    },
  })
  return { ...draft, busy, plan: settingsPlan(draft.changes), current: draft.stored as Settings }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

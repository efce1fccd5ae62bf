'use client'

import { useState } from 'react'
import { settingLabels } from '#lib/settings/labels.ts'
import type { SettingKey, Settings } from '#lib/settings/schema.ts'
import { useConsoleCall } from '../use-console-call.ts'
import { useUnsaved } from '../use-unsaved.ts'
import { type Changes, draftOf, type SettingDraft, settingsPlan, withChange } from './setting-drafts.ts'

/** What stands: what the server rendered, or what it answered to the last saving, whichever is newer. */
function useCurrent(stored: Settings) {
  const [given, setGiven] = useState(stored)
  const [current, setCurrent] = useState(stored)
  if (given !== stored) {
    setGiven(stored)
    setCurrent(stored)
  }
  return [given === stored ? current : stored, setCurrent] as const
}

/** What a saving did: a value that isn't there yet waits for its time or for another owner. */
function savedText(wanted: Partial<Settings>, saved: Settings): string {
  const keys = Object.keys(wanted) as SettingKey[]
  const waiting = keys.filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(saved[key]))
  if (waiting.length === 0) return '설정을 저장했어요. 상점에 바로 보여요.'
  const names = waiting.map((key) => settingLabels[key].name).join(', ')
  return `${names} 변경은 바로 적용되지 않아요. 중요 변경에서 적용 시각을 확인해 주세요.`
}

/** The settings as they are being changed: one saving sends all changes, or none when somebody else was faster. */
export function useSettingsForm(stored: Settings) {
  const { busy, run } = useConsoleCall()
  const [current, setCurrent] = useCurrent(stored)
  const [changes, setChanges] = useState<Changes>({})
  const [tried, setTried] = useState(false)
  const plan = settingsPlan(changes)
  useUnsaved(Object.keys(changes).length > 0)

  async function save() {
    setTried(true)
    const [broken] = Object.keys(plan.broken)
    if (broken) document.getElementById(broken)?.focus()
    if (broken || Object.keys(plan.values).length === 0) return
    const body = { ...plan.values, seen: plan.was }
    const done = (saved: Settings) => savedText(plan.values, saved)
    const answer = await run<Settings>({ method: 'PUT', path: '/api/admin/settings', body, done })
    if (!answer?.ok) return
    setCurrent(answer.body)
    setChanges({})
    setTried(false)
  }

  return {
    current,
    changes,
    plan,
    busy,
    save,
    drop: (key: SettingKey) => setChanges(({ [key]: _, ...others }) => others),
    reset: () => setChanges({}),
    draft: (key: SettingKey): SettingDraft => changes[key]?.draft ?? draftOf(current[key]),
    write: (key: SettingKey, draft: SettingDraft) => setChanges(withChange(changes, key, draft, current[key])),
    /** Takes what somebody else saved meanwhile for seen: the next saving puts one's own in its place. */
    overrule: (key: SettingKey, draft: SettingDraft) => setChanges({ ...changes, [key]: { draft, was: current[key] } }),
    errorOf: (key: SettingKey) => (tried ? (plan.broken[key] ?? null) : null),
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { messages } from '#lib/core/pipeline-messages.ts'
import type { SettingKey, Settings } from '#lib/settings/schema.ts'
import { callApi } from '../../chrome/call-api.ts'
import { toast } from '../../ui/toast-store.ts'
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

/** The settings as they are being changed: one saving sends all changes, or none when somebody else was faster. */
export function useSettingsForm(stored: Settings) {
  const router = useRouter()
  const [current, setCurrent] = useCurrent(stored)
  const [changes, setChanges] = useState<Changes>({})
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const plan = settingsPlan(changes)
  const drop = (key: SettingKey) => setChanges(({ [key]: _, ...others }) => others)

  async function save() {
    setTried(true)
    const [broken] = Object.keys(plan.broken)
    if (broken) document.getElementById(broken)?.focus()
    if (broken || inFlight.current || Object.keys(plan.values).length === 0) return
    inFlight.current = true
    setBusy(true)
    const answer = await callApi<Settings>('PUT', '/api/admin/settings', { ...plan.values, was: plan.was })
    inFlight.current = false
    setBusy(false)
    if (answer.ok) {
      setCurrent(answer.body)
      setChanges({})
      setTried(false)
      toast('설정을 저장했어요. 상점에 바로 보여요.', { tone: 'good' })
    } else toast(answer.message || messages.fault, { tone: 'bad' })
    router.refresh()
  }

  return {
    current,
    changes,
    plan,
    busy,
    save,
    drop,
    reset: () => setChanges({}),
    draft: (key: SettingKey): SettingDraft => changes[key]?.draft ?? draftOf(current[key]),
    write: (key: SettingKey, draft: SettingDraft) => setChanges(withChange(changes, key, draft, current[key])),
    /** Takes what somebody else saved meanwhile for seen: the next saving puts one's own in its place. */
    overrule: (key: SettingKey, draft: SettingDraft) => setChanges({ ...changes, [key]: { draft, was: current[key] } }),
    errorOf: (key: SettingKey) => (tried ? (plan.broken[key] ?? null) : null),
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

import { settingGroups, settingLabels, settingValueText } from '#lib/settings/labels.ts'
import type { Settings } from '#lib/settings/schema.ts'
import { Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { TitledCard } from '../titled-card.tsx'

/** The settings, read-only, for staff who may not change them. */
export function SettingsView({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <Notice className="text-s text-ink-2">설정은 대표만 바꿀 수 있어요.</Notice>
      {settingGroups.map(({ title, keys }) => (
        <TitledCard key={title} title={title} className="grid grid-cols-1 gap-4">
          <Facts
            align="start"
            className="grid-cols-[auto_minmax(0,1fr)]! text-s [&_dd]:wrap-anywhere"
            facts={keys.map((key) => ({
              term: settingLabels[key].name,
              value: settingValueText(key, settings[key]),
            }))}
          />
        </TitledCard>
      ))}
    </>
  )
}

import { settingLabels, settingValueText } from '#lib/settings/labels.ts'
import type { SettingChange, SettingsHistoryEntry } from '#lib/settings/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { shortTimeText } from '../format.ts'
import { column } from '../list-columns.tsx'

type ChangeLine = SettingChange & Pick<SettingsHistoryEntry, 'at' | 'actorId'> & { readonly id: string }

const columnsAt = (now: number): readonly Column<ChangeLine>[] => [
  column(
    '시각',
    ({ at }) => <time title={seoulTime(at)}>{shortTimeText(at, now)}</time>,
    'amount',
    'whitespace-nowrap tabular-nums text-ink-3',
  ),
  column('운영자', ({ actorId }) => actorId ?? '탈퇴한 운영자', 'badge'),
  column('설정', ({ key }) => settingLabels[key].name, 'title'),
  column(
    '바뀐 값',
    ({ key, before, after }) => (
      <span className="wrap-anywhere">
        <span className="text-ink-3">{settingValueText(key, before)}</span>
        {' → '}
        <b className="font-semibold">{settingValueText(key, after)}</b>
      </span>
    ),
    'line',
    'py-2',
  ),
]

interface SettingsHistoryProps {
  readonly saves: readonly SettingsHistoryEntry[]
  /** The server's time, in milliseconds. */
  readonly now: number
}

/** Table of the settings that past saves changed, one per line, with the time and author of the save, newest first. */
export function SettingsHistory({ saves, now }: SettingsHistoryProps) {
  const lines = saves.flatMap(({ id, at, actorId, changes }) =>
    changes.map((change): ChangeLine => ({ ...change, at, actorId, id: `${id} ${change.key}` })),
  )
  return (
    <section aria-label="변경 기록" className="grid grid-cols-1 gap-3">
      <h2 className="text-l font-semibold">변경 기록</h2>
      <Table
        caption="설정 변경 기록"
        dense
        columns={columnsAt(now)}
        rows={lines}
        rowKey={({ id }) => id}
        empty={<EmptyState title="바뀐 설정이 없어요." hint="설정을 저장하면 누가 무엇을 바꿨는지 여기에 남아요." />}
      />
    </section>
  )
}

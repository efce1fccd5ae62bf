'use client'

import { useState } from 'react'
import { type TermsKind, type TermsState, termsNoticePeriodDays, termsState } from '#lib/content/rules.ts'
import type { TermsRow } from '#lib/content/schema.ts'
import type { LegalSettings } from '../../content/contact-facts.tsx'
import { termsNames } from '../../content/terms-versions.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { seoulDay, seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { DetailFacts } from '../detail.tsx'
import { column, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import type { ListUrl } from '../list-state.ts'
import { SearchBox } from '../search-box.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { TermsEditor } from './terms-editor.tsx'

interface TermsListProps extends Omit<ListProps<TermsRow>, 'listUrl'> {
  /** Texts of the terms of service and the privacy policy that are in force now. */
  readonly bodies: Readonly<Record<TermsKind, string>>
  readonly settings: LegalSettings
}

/** Label of each state of a version of the terms, and a note on what staff may still do with it. */
const termsStateTexts: Readonly<
  Record<TermsState, { readonly label: string; readonly tone: Tone; readonly note: string }>
> = {
  PLANNED: { label: '예정', tone: 'neutral', note: '알리기 전까지 고칠 수 있어요.' },
  ANNOUNCED: {
    label: '알리는 중',
    tone: 'warn',
    note: '회원에게 알리고 있어서 고칠 수 없어요. 지우고 새로 올릴 수는 있어요.',
  },
  HOLDS: { label: '시행', tone: 'good', note: '시행된 글은 그대로 남아 회원이 언제든 볼 수 있어요.' },
}

interface TermsProps {
  readonly row: TermsRow
  /** The server's time, in milliseconds. */
  readonly now: number
}

function TermsBadge({ row, now }: TermsProps) {
  const { label, tone } = termsStateTexts[termsState(row, now)]
  return <Badge tone={tone}>{label}</Badge>
}

const termsTitle = ({ kind, since }: TermsRow): string => `${termsNames[kind]} ${since}`

const termsColumnsAt = (now: number): readonly Column<TermsRow>[] => [
  titleColumn('시행일', ({ since }) => since, 'whitespace-nowrap tabular-nums'),
  column('종류', ({ kind }) => termsNames[kind], 'line'),
  column('상태', (row) => <TermsBadge row={row} now={now} />, 'badge'),
  column(
    '올린 때',
    ({ createdAt }) => seoulTime(createdAt).slice(0, 16),
    'amount',
    'whitespace-nowrap tabular-nums text-ink-3',
  ),
]

const emptyTexts = {
  search: ['찾는 내용이 없어요.', '검색어를 줄여 보세요.'],
  none: [
    '아직 바꾼 약관이 없어요.',
    '2021년 6월 20일의 글이 시행되고 있어요. 새 글은 그 글에서 시작해 고쳐 쓸 수 있어요.',
  ],
} as const

const termsListUrl: ListUrl = { path: '/admin/terms', statuses: [], defaultStatus: undefined }
const termsKinds: readonly TermsKind[] = ['service', 'privacy']
const REMOVE_DIALOG = '약관 삭제'

/**
 * List of the versions of the terms of service and the privacy policy, with the detail of the selected one. While staff
 * write or edit a version, the editor is shown in place of the list.
 */
export function TermsList({ bodies, settings, mayAct, ...props }: TermsListProps) {
  const { rows, now, state } = props
  const list = useList({ ...props, listUrl: termsListUrl })
  /** The version that is open in the editor, with `id` null for a new version; null while the editor is closed. */
  const [editing, setEditing] = useState<{ readonly kind: TermsKind; readonly id: number | null } | null>(null)
  const removal = (version: TermsRow) => ({
    text: `시행하지 않고 지워요. 알리던 배너도 없어져요.\n${termsTitle(version)}`,
    action: '삭제',
    async onConfirm() {
      const path = `/api/admin/terms/${version.id}`
      const answer = await list.run({ method: 'DELETE', path, done: '삭제했어요.' })
      list.closeDialog()
      if (answer?.ok) list.closeDetail()
    },
  })
  if (editing)
    return (
      <TermsEditor
        {...{ settings, now, kind: editing.kind, body: bodies[editing.kind] }}
        row={rows.find(({ id }) => id === editing.id) ?? null}
        onSaved={(id) => {
          setEditing(null)
          list.choose(id)
        }}
        onClose={() => setEditing(null)}
      />
    )
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox label="내용" listUrl={termsListUrl} state={state} />
        {mayAct && (
          <span className="ml-auto flex flex-wrap gap-2">
            {termsKinds.map((kind) => (
              <Button key={kind} size="s" onClick={() => setEditing({ kind, id: null })}>
                새 {termsNames[kind]}
              </Button>
            ))}
          </span>
        )}
      </div>
      <ListPage
        {...{ list, emptyTexts }}
        noun="약관"
        columns={termsColumnsAt(now)}
        titleOf={termsTitle}
        noSelectionText={null}
        detail={(chosen) => (
          <TermsDetail
            {...{ row: chosen, now, mayAct }}
            onEdit={() => setEditing({ kind: chosen.kind, id: chosen.id })}
            onRemove={() => list.openDialog(REMOVE_DIALOG)}
          />
        )}
        dialogs={(version) => ({ [REMOVE_DIALOG]: { confirm: removal(version) } })}
      />
    </>
  )
}

const DAY_MS = 86_400_000

interface TermsDetailProps extends TermsProps {
  readonly mayAct: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** Detail of a version: when it takes effect, when its announcement begins, and the actions that are still possible. */
function TermsDetail({ row, now, mayAct, onEdit, onRemove }: TermsDetailProps) {
  const state = termsState(row, now)
  const announcedOn = seoulDay(Date.parse(row.since) - termsNoticePeriodDays[row.kind] * DAY_MS)
  return (
    <>
      <DetailFacts
        facts={[
          ['종류', termsNames[row.kind]],
          ['상태', <TermsBadge key="state" row={row} now={now} />],
          ['알리는 날', `${announcedOn}부터`],
          ['시행일', row.since],
        ]}
      />
      {state !== 'PLANNED' && (
        <a
          href={`/terms/${row.kind}?since=${row.since}`}
          target="_blank"
          rel="noopener"
          className="text-s font-semibold text-main-text"
        >
          회원이 보는 화면 열기
        </a>
      )}
      {mayAct && state !== 'HOLDS' && (
        <div className="flex gap-2">
          {state === 'PLANNED' && (
            <Button tone="main" onClick={onEdit} className="grow">
              고치기
            </Button>
          )}
          <Button tone="bad" onClick={onRemove} className="grow">
            삭제
          </Button>
        </div>
      )}
      <p className="text-s text-ink-3">{termsStateTexts[state].note}</p>
    </>
  )
}

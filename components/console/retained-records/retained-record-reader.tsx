'use client'

import { useState } from 'react'
import { firstIssue } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'
import { recordReadingRules } from '#lib/retained-records/errors.ts'
import { recordFieldLabels, recordKindLabels } from '#lib/retained-records/labels.ts'
import type { RetainedRecord, RetainedRecords } from '#lib/retained-records/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { column } from '../list-columns.tsx'
import { firstFieldIssue, useConsoleCall } from '../use-console-call.ts'

function valueText(field: string, value: string | number): string {
  if (field === 'at') return seoulTime(String(value))
  return typeof value === 'number' && field !== 'serviceId' ? formatCount(value) : String(value)
}

/** Cell with the data of a retained record: its fields that have a value and a label, one per line. */
function RecordData({ data }: Pick<RetainedRecord, 'data'>) {
  if (data === null)
    return <span className="text-bad">열 수 없는 기록이에요. AUTH_SECRET이 바뀌었는지 확인해 주세요.</span>
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 py-2 text-left">
      {Object.entries(data).flatMap(([field, value]) => {
        const label = recordFieldLabels[field]
        if (!label || value === null || value === '') return []
        return [
          <dt key={`${field} term`} className="text-ink-3">
            {label}
          </dt>,
          <dd key={field} className="wrap-anywhere">
            {valueText(field, value)}
          </dd>,
        ]
      })}
    </dl>
  )
}

const retainedRecordColumns: readonly Column<RetainedRecord>[] = [
  column(
    '종류',
    ({ kind, refId }) => `${recordKindLabels[kind]} ${refId}`,
    'title',
    'align-top whitespace-nowrap wide:pt-2.5',
  ),
  { key: 'data', head: '내용', cell: (record) => <RecordData {...record} />, phone: 'line', breaks: true },
  column('기록한 때', ({ recordedAt }) => seoulTime(recordedAt), 'detail', 'align-top tabular-nums wide:pt-2.5'),
  column(
    '보관 기한',
    ({ keepUntil }) => seoulTime(keepUntil).slice(0, 10),
    'badge',
    'align-top tabular-nums whitespace-nowrap wide:pt-2.5',
  ),
]

interface RecordTableProps {
  /** The records read so far; null before the first reading. */
  readonly found: RetainedRecords | null
  readonly busy: boolean
  readonly onMore: () => void
}

/** The retained records of one former member, newest first. */
function RecordTable({ found, busy, onMore }: RecordTableProps) {
  if (!found)
    return <EmptyState title="아직 열람한 기록이 없어요." hint="회원번호나 아이디와 사유를 입력하면 여기에 보여요." />
  return (
    <div className="grid gap-3" aria-live="polite">
      <p className="text-s text-ink-2">
        탈퇴 회원 {found.memberNo} · 기록 {formatCount(found.total)}건
      </p>
      <Table
        caption="보관 기록"
        dense
        columns={retainedRecordColumns}
        rows={found.rows}
        rowKey={({ id }) => id}
        empty={<EmptyState title="보관 중인 기록이 없어요." />}
      />
      {found.nextCursor !== null && (
        <Button busy={busy} onClick={onMore}>
          이전 기록 더 보기
        </Button>
      )}
    </div>
  )
}

/** A request for the records of one former member, named by numeric id or by former login id, with the reason. */
type RecordRequest = { readonly memberNo?: number; readonly memberId?: string; readonly reason: string }

/**
 * Form that asks whose retained records are needed and why, and the table of these records. The audit trail records
 * each page of records that is read.
 */
export function RetainedRecordReader({ memberNo }: { readonly memberNo: string }) {
  const [isByLoginId, setIsByLoginId] = useState(false)
  const [shown, setShown] = useState<{ request: RecordRequest; found: RetainedRecords } | null>(null)
  const { busy, run } = useConsoleCall()

  const readPage = (request: RecordRequest, cursor?: number) =>
    run<RetainedRecords>({ method: 'POST', path: '/api/admin/retained-records', body: { ...request, cursor } })

  const form = useForm(async (data) => {
    const who = textOf(data, 'who').trim()
    const reason = textOf(data, 'reason').trim()
    const issue = firstIssue(recordReadingRules({ who, reason }))
    if (issue) return issue
    const isNumber = !isByLoginId && /^\d{1,9}$/.test(who)
    if (!isByLoginId && !isNumber) return { path: 'who', message: '회원번호는 숫자로 입력해 주세요.' }
    const request = isNumber ? { memberNo: Number(who), reason } : { memberId: who, reason }
    const answer = await readPage(request)
    setShown(answer?.ok ? { request, found: answer.body } : null)
    return answer && !answer.ok ? (firstFieldIssue(answer) ?? { path: 'who', message: answer.message }) : null
  })

  const readNextPage = async () => {
    if (!shown?.found.nextCursor) return
    const answer = await readPage(shown.request, shown.found.nextCursor)
    if (answer?.ok) setShown({ ...shown, found: { ...answer.body, rows: [...shown.found.rows, ...answer.body.rows] } })
  }

  return (
    <div className="grid grid-cols-1 items-start gap-4 split:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
      <Card>
        <form {...form.formProps} className="grid gap-4" aria-label="보관 기록 열람">
          <ChoiceGroup legend="찾는 방법">
            <ChoiceChip name="by" label="회원번호" checked={!isByLoginId} onChange={() => setIsByLoginId(false)} />
            <ChoiceChip name="by" label="탈퇴 전 아이디" checked={isByLoginId} onChange={() => setIsByLoginId(true)} />
          </ChoiceGroup>
          <TextField
            key={isByLoginId ? 'id' : 'number'}
            name="who"
            label={isByLoginId ? '탈퇴 전 아이디' : '회원번호'}
            required
            maxLength={20}
            inputMode={isByLoginId ? 'text' : 'numeric'}
            autoComplete="off"
            defaultValue={isByLoginId ? '' : memberNo}
            error={form.errorOf('who')}
          />
          <TextArea
            name="reason"
            label="열람 사유"
            required
            maxLength={500}
            hint="열람한 사람, 시각, 사유가 감사 기록에 남아요."
            error={form.errorOf('reason')}
          />
          <Button type="submit" tone="main" busy={form.busy}>
            기록 열람하기
          </Button>
        </form>
      </Card>
      <RecordTable found={shown?.found ?? null} busy={busy} onMore={readNextPage} />
    </div>
  )
}

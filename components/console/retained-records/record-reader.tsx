'use client'

import { useState } from 'react'
import { firstBroken } from '#lib/core/form-errors.ts'
import { readingRules } from '#lib/retained-records/errors.ts'
import type { RetainedRecords } from '#lib/retained-records/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceChip, ChoiceGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'

import { issueOf, useConsoleCall } from '../use-console-call.ts'
import { RecordTable } from './record-table.tsx'

type Reading = { readonly memberNo?: number; readonly memberId?: string; readonly reason: string }

/** Asks whose records are needed and why, and shows them; every page that is shown stands in the audit trail. */
export function RecordReader({ memberNo }: { readonly memberNo: string }) {
  const [byId, setById] = useState(false)
  const [shown, setShown] = useState<{ reading: Reading; found: RetainedRecords } | null>(null)
  const { busy, run } = useConsoleCall()

  const read = (reading: Reading, cursor?: number) =>
    run<RetainedRecords>({ method: 'POST', path: '/api/admin/retained-records', body: { ...reading, cursor } })

  const form = useForm(async (data) => {
    const who = textOf(data, 'who').trim()
    const reason = textOf(data, 'reason').trim()
    const broken = firstBroken(readingRules({ who, reason }))
    if (broken) return broken
    const isNumber = !byId && /^\d{1,9}$/.test(who)
    if (!byId && !isNumber) return { path: 'who', message: '회원번호는 숫자로 입력해 주세요.' }
    const reading = isNumber ? { memberNo: Number(who), reason } : { memberId: who, reason }
    const answer = await read(reading)
    setShown(answer?.ok ? { reading, found: answer.body } : null)
    return answer && !answer.ok ? (issueOf(answer) ?? { path: 'who', message: answer.message }) : null
  })

  const readOn = async () => {
    if (!shown?.found.nextCursor) return
    const answer = await read(shown.reading, shown.found.nextCursor)
    if (answer?.ok) setShown({ ...shown, found: { ...answer.body, rows: [...shown.found.rows, ...answer.body.rows] } })
  }

  return (
    <div className="grid grid-cols-1 items-start gap-4 split:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
      <Card>
        <form {...form.formProps} className="grid gap-4" aria-label="보관 기록 열람">
          <ChoiceGroup legend="찾는 방법">
            <ChoiceChip name="by" label="회원번호" checked={!byId} onChange={() => setById(false)} />
            <ChoiceChip name="by" label="탈퇴 전 아이디" checked={byId} onChange={() => setById(true)} />
          </ChoiceGroup>
          <TextField
            key={byId ? 'id' : 'number'}
            name="who"
            label={byId ? '탈퇴 전 아이디' : '회원번호'}
            required
            maxLength={20}
            inputMode={byId ? 'text' : 'numeric'}
            autoComplete="off"
            defaultValue={byId ? '' : memberNo}
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
      <RecordTable found={shown?.found ?? null} busy={busy} onMore={readOn} />
    </div>
  )
}

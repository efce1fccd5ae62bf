'use client'

import { termsTooSoon } from '#lib/content/errors.ts'
import { daysAhead, firstTermsDay, isEarlyEnough, type TermsKind } from '#lib/content/rules.ts'
import { type TermsRow, termsInput } from '#lib/content/schema.ts'
import type { LegalSettings } from '../../content/contact-facts.tsx'
import { LegalBody } from '../../content/legal-document.tsx'
import { termsNames } from '../../content/terms-versions.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { FormFields } from '../editable-list/form-fields.tsx'
import { changeBody, type FormDeclaration } from '../editable-list/list-declaration.ts'
import { useDraft } from '../editable-list/use-draft.ts'
import { useConsoleCall } from '../use-console-call.ts'

interface TermsEditorProps {
  readonly kind: TermsKind
  /** The version that is changed; null writes a new one. */
  readonly row: TermsRow | null
  /** What a new one begins as: the text that holds. */
  readonly body: string
  readonly settings: LegalSettings
  /** In milliseconds. */
  readonly now: number
  readonly onSaved: (id: number) => void
  readonly onClose: () => void
}

const HINT = '"# 제목"이 조가 되고, "- "는 목록, "| 가 | 나 |"는 표예요. {회사}, {시행일}, [책임자]는 저절로 채워져요.'

const formOf = (kind: TermsKind, now: number): FormDeclaration => ({
  fields: [
    {
      name: 'since',
      label: '시행일',
      kind: 'day',
      required: true,
      hint: `${daysAhead[kind]}일 전부터 상점 위에 저절로 알려요. ${firstTermsDay(kind, now)}부터 고를 수 있어요.`,
    },
    { name: 'body', label: '내용', kind: 'lines', tall: true, required: true, hint: HINT },
  ],
  input: termsInput.superRefine((values, context) => {
    const { message } = termsTooSoon(kind)
    if (!isEarlyEnough(values, now)) context.addIssue({ code: 'custom', path: ['since'], message })
  }),
})

/** Writes a version beside what members will read. */
export function TermsEditor({ kind, row, body, settings, now, onSaved, onClose }: TermsEditorProps) {
  const { busy, run } = useConsoleCall()
  const current = { kind, since: row?.since ?? firstTermsDay(kind, now), body: row?.body ?? body }
  const form = useDraft(formOf(kind, now), current, async (values, changes) => {
    const answer = row
      ? await run<TermsRow>({
          method: 'PATCH',
          path: `/api/admin/terms/${row.id}`,
          body: changeBody(values, changes),
          done: '저장했어요.',
        })
      : await run<TermsRow>({ method: 'POST', path: '/api/admin/terms', body: values, done: '올렸어요.' })
    if (answer?.ok) onSaved(answer.body.id)
    return answer?.ok ? 'done' : answer?.status === 409 ? 'late' : null
  })
  const title = `${row ? '고치기' : '새'} ${termsNames[kind]}`
  const shown = { kind, since: String(form.values.since), body: String(form.values.body) }
  return (
    <div className="grid grid-cols-1 items-start gap-4 split:grid-cols-2">
      <Card className="grid grid-cols-1 gap-4 split:sticky split:top-6">
        <CardTitle>{title}</CardTitle>
        <FormFields label={title} form={form} preview={undefined}>
          <div className="flex gap-2">
            <Button type="submit" tone="main" busy={busy} className="grow">
              {row ? '저장' : '올리기'}
            </Button>
            <Button onClick={onClose}>닫기</Button>
          </div>
        </FormFields>
      </Card>
      <Card className="grid grid-cols-1 gap-6 text-ink-2 [&_h2]:text-ink">
        <CardTitle>미리보기</CardTitle>
        <LegalBody version={shown} settings={settings} />
      </Card>
    </div>
  )
}

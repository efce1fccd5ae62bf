'use client'

import { termsDayTooSoon } from '#lib/content/errors.ts'
import { earliestTermsDay, hasFullNoticePeriod, type TermsKind, termsNoticePeriodDays } from '#lib/content/rules.ts'
import { type TermsRow, termsInput } from '#lib/content/schema.ts'
import type { LegalSettings } from '../../content/contact-facts.tsx'
import { LegalBody } from '../../content/legal-document.tsx'
import { termsNames } from '../../content/terms-versions.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { checkBySchema, type FormDeclaration } from '../editable-list/draft.ts'
import { RowFormFields, useRowForm } from '../editable-list/row-form.tsx'

interface TermsEditorProps {
  readonly kind: TermsKind
  /** The version of the terms to edit; null to write a new one. */
  readonly row: TermsRow | null
  /** Text of the terms in force, which a new version starts from. */
  readonly body: string
  readonly settings: LegalSettings
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly onSaved: (id: number) => void
  readonly onClose: () => void
}

const TERMS_SYNTAX_HINT =
  '"# 제목"이 조가 되고, "- "는 목록, "| 가 | 나 |"는 표예요. {회사}, {시행일}, [책임자]는 저절로 채워져요.'

const termsFormDeclaration = (kind: TermsKind, now: number): FormDeclaration => {
  const input = termsInput.superRefine((values, context) => {
    const { message } = termsDayTooSoon(kind)
    if (!hasFullNoticePeriod(values, now)) context.addIssue({ code: 'custom', path: ['since'], message })
  })
  return {
    fields: [
      {
        name: 'since',
        label: '시행일',
        kind: 'day',
        required: true,
        hint: `${termsNoticePeriodDays[kind]}일 전부터 상점 위에 저절로 알려요. ${earliestTermsDay(kind, now)}부터 고를 수 있어요.`,
      },
      {
        name: 'body',
        label: '내용',
        kind: 'lines',
        className: 'min-h-120 max-h-[70dvh]!',
        required: true,
        hint: TERMS_SYNTAX_HINT,
      },
    ],
    check: (values) => checkBySchema(input)({ ...values, kind }),
  }
}

/** Form to write or edit a version of the terms, with a preview of the text as members will read it. */
export function TermsEditor({ kind, row, body, settings, now, onSaved, onClose }: TermsEditorProps) {
  const current = { since: row?.since ?? earliestTermsDay(kind, now), body: row?.body ?? body }
  const form = useRowForm<TermsRow>(termsFormDeclaration(kind, now), current, {
    method: row ? 'PATCH' : 'POST',
    path: row ? `/api/admin/terms/${row.id}` : '/api/admin/terms',
    done: row ? '저장했어요.' : '올렸어요.',
    onSaved: ({ id }) => onSaved(id),
  })
  const title = `${row ? '고치기' : '새'} ${termsNames[kind]}`
  const draftVersion = { kind, since: String(form.values.since), body: String(form.values.body) }
  return (
    <div className="grid grid-cols-1 items-start gap-4 split:grid-cols-2">
      <Card className="grid grid-cols-1 gap-4 split:sticky split:top-6">
        <CardTitle>{title}</CardTitle>
        <RowFormFields label={title} form={form} action={row ? '저장' : '올리기'}>
          <Button onClick={onClose}>닫기</Button>
        </RowFormFields>
      </Card>
      <Card className="grid grid-cols-1 gap-6 text-ink-2 [&_h2]:text-ink">
        <CardTitle>미리보기</CardTitle>
        <LegalBody version={draftVersion} settings={settings} />
      </Card>
    </div>
  )
}

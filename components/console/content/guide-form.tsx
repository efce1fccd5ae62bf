'use client'

import { guideRules } from '#lib/content/rules.ts'
import { type Guide, guide } from '#lib/content/schema.ts'
import { keeping } from '#lib/core/field-errors.ts'
import { ownDesktop, ownMobile } from '../../catalog/link-guide.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lightGrounds } from '../../ui/theme-colour.ts'
import { FormFields } from '../editable-list/form-fields.tsx'
import { changeBody, type FieldValues, type FormDeclaration } from '../editable-list/list-declaration.ts'
import { useDraft } from '../editable-list/use-draft.ts'
import { useConsoleCall } from '../use-console-call.ts'

const form: FormDeclaration = {
  fields: [
    { name: 'desktop', label: 'PC 그림', kind: 'image', hint: '너비 881px부터 보여요. 비우면 기본 그림이에요.' },
    { name: 'mobile', label: '모바일 그림', kind: 'image', hint: '너비 880px까지 보여요. 비우면 기본 그림이에요.' },
    { name: 'text', label: '그림 설명', kind: 'lines', hint: '그림을 보지 못하는 회원에게 읽어 줘요.' },
  ],
  input: guide.superRefine(keeping(guideRules)),
}

/** The two pictures of /guide, replaced or given back. */
export function GuideForm({ current, mayAct }: { readonly current: Guide; readonly mayAct: boolean }) {
  const { busy, run } = useConsoleCall()
  const own = useDraft(form, current, async (values, changes) => {
    if (Object.keys(changes).length === 0) return null
    const body = changeBody(values, changes)
    const answer = await run({ method: 'PUT', path: '/api/admin/guide', body, done: '저장했어요. 상점에 바로 보여요.' })
    return answer?.ok ? 'done' : answer?.status === 409 ? 'late' : null
  })
  return (
    <div className="grid grid-cols-1 items-start gap-4 split:grid-cols-[minmax(0,400px)_minmax(0,1fr)]">
      {mayAct && (
        <Card>
          <FormFields label="가이드 그림" form={own} preview={undefined}>
            <div className="flex gap-2">
              <Button type="submit" tone="main" busy={busy} className="grow">
                저장
              </Button>
              {own.changed && <Button onClick={own.reset}>되돌리기</Button>}
            </div>
          </FormFields>
        </Card>
      )}
      <Pictures values={own.values} />
    </div>
  )
}

function Pictures({ values }: { readonly values: FieldValues }) {
  const pictures = [
    { name: 'PC', src: values.desktop || ownDesktop.src, own: Boolean(values.desktop) },
    { name: '모바일', src: values.mobile || ownMobile.src, own: Boolean(values.mobile) },
  ]
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      {pictures.map(({ name, src, own }) => (
        <figure key={name} className="grid gap-2">
          <figcaption className="text-s font-semibold text-ink-2">
            {name} · {own ? '올린 그림' : '기본 그림'}
          </figcaption>
          <img
            src={String(src)}
            alt={`${name} 가이드 그림`}
            className="w-full rounded-card"
            style={{ background: lightGrounds.card }}
          />
        </figure>
      ))}
    </div>
  )
}

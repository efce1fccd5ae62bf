'use client'

import { guideRules } from '#lib/content/rules.ts'
import { type Guide, guide } from '#lib/content/schema.ts'
import { withRules } from '#lib/core/form-fields.ts'
import { defaultDesktopPicture, defaultMobilePicture } from '../../catalog/link-guide.tsx'
import { Card } from '../../ui/card.tsx'
import { lightBackgrounds } from '../../ui/theme-colour.ts'
import { checkBySchema, type FormDeclaration } from '../editable-list/draft.ts'
import { RowFormFields, useRowForm } from '../editable-list/row-form.tsx'

const guideFormDeclaration: FormDeclaration = {
  fields: [
    { name: 'desktop', label: 'PC 그림', kind: 'image', hint: '너비 881px부터 보여요. 비우면 기본 그림이에요.' },
    { name: 'mobile', label: '모바일 그림', kind: 'image', hint: '너비 880px까지 보여요. 비우면 기본 그림이에요.' },
    { name: 'text', label: '그림 설명', kind: 'lines', hint: '그림을 보지 못하는 회원에게 읽어 줘요.' },
  ],
  check: checkBySchema(guide.superRefine(withRules(guideRules))),
}

/** Form for the two pictures of /guide and their description; an empty picture means the built-in one. */
export function GuideForm({ current, mayAct }: { readonly current: Guide; readonly mayAct: boolean }) {
  const form = useRowForm(guideFormDeclaration, current, {
    method: 'PUT',
    path: '/api/admin/guide',
    done: '저장했어요. 상점에 바로 보여요.',
  })
  const { desktop, mobile } = form.values
  const pictures = [
    { name: 'PC', src: desktop || defaultDesktopPicture.src, isUploaded: Boolean(desktop) },
    { name: '모바일', src: mobile || defaultMobilePicture.src, isUploaded: Boolean(mobile) },
  ]
  return (
    <div className="grid grid-cols-1 items-start gap-4 split:grid-cols-[minmax(0,400px)_minmax(0,1fr)]">
      {mayAct && (
        <Card>
          <RowFormFields label="가이드 그림" form={form} action="저장" />
        </Card>
      )}
      <div className="grid grid-cols-2 items-start gap-4">
        {pictures.map(({ name, src, isUploaded }) => (
          <figure key={name} className="grid gap-2">
            <figcaption className="text-s font-semibold text-ink-2">
              {name} · {isUploaded ? '올린 그림' : '기본 그림'}
            </figcaption>
            <img
              src={String(src)}
              alt={`${name} 가이드 그림`}
              className="w-full rounded-card"
              style={{ background: lightBackgrounds.card }}
            />
          </figure>
        ))}
      </div>
    </div>
  )
}

'use client'

import { categoryRule } from '#lib/catalog/errors.ts'
import { firstBroken } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'
import { marginRule } from '#lib/providers/errors.ts'
import { syncRuleLabels, syncRules } from '#lib/providers/labels.ts'
import type { ProviderServiceRow } from '#lib/providers/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField, type SelectOption } from '../../ui/select.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { numberOf } from '../editable-list/draft.ts'
import { priceText } from '../services/service-text.ts'
import { issueOf, useConsoleCall } from '../use-console-call.ts'

interface ImportDialogProps {
  readonly providerId: number
  readonly rows: readonly ProviderServiceRow[]
  readonly categories: readonly SelectOption[]
  readonly margin: number
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Where the picked services go, at what margin, and what a sync may do to them from then on. */
export function ImportDialog({ providerId, rows, categories, margin, onClose, onDone }: ImportDialogProps) {
  const { run } = useConsoleCall()
  const form = useForm(async (data) => {
    const wish = {
      categoryId: Number(textOf(data, 'categoryId')),
      rule: textOf(data, 'rule'),
      margin: numberOf(textOf(data, 'margin')),
    }
    const broken = firstBroken([categoryRule(wish.categoryId), marginRule(wish.margin)])
    if (broken) return broken
    const answer = await run<{ ids: number[] }>({
      method: 'POST',
      path: `/api/admin/providers/${providerId}/services/import`,
      body: { picks: rows.map(({ remoteId }) => ({ remoteId, ...wish })) },
      done: ({ ids }) => `상품 ${formatCount(ids.length)}개를 추가했습니다.`,
    })
    if (answer?.ok) onDone()
    return answer && !answer.ok ? issueOf(answer) : null
  })
  return (
    <Dialog open onClose={onClose} title={`${formatCount(rows.length)}개 상점에 추가`}>
      <form {...form.formProps} className="grid gap-3.5">
        <SelectField
          label="카테고리"
          name="categoryId"
          required
          dense
          placeholder="카테고리 고르기"
          options={categories}
          error={form.errorOf('categoryId')}
        />
        <SelectField
          label="동기화 규칙"
          name="rule"
          dense
          defaultValue="FOLLOW"
          options={syncRules.map((rule) => ({ value: rule, label: syncRuleLabels[rule] }))}
        />
        <TextField
          label="마진 (%)"
          name="margin"
          required
          dense
          inputMode="decimal"
          autoComplete="off"
          defaultValue={margin}
          hint="원가에 더하는 비율이에요. 가격은 올림해요."
          error={form.errorOf('margin')}
        />
        <ul className="grid rounded-field bg-sunken px-3 text-s">
          {rows.map((row) => (
            <li key={row.remoteId} className="flex gap-3 border-t border-line py-2 first:border-t-0">
              <span className="min-w-0 wrap-anywhere">{row.name}</span>
              <span className="ml-auto whitespace-nowrap text-ink-3 tabular-nums">원가 {priceText(row.cost)}</span>
            </li>
          ))}
        </ul>
        <Button type="submit" tone="main" busy={form.busy}>
          추가
        </Button>
      </form>
    </Dialog>
  )
}

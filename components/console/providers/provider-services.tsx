'use client'

import Link from 'next/link'
import { useRef, useState } from 'react'
import { categoryRule } from '#lib/catalog/errors.ts'
import { nothingToChooseHints } from '#lib/catalog/labels.ts'
import { firstIssue } from '#lib/core/form-errors.ts'
import { formatCount } from '#lib/money/points.ts'
import { markUpRule } from '#lib/providers/errors.ts'
import type { ProviderServiceRow } from '#lib/providers/import/schema.ts'
import { costText, takeOverTexts } from '#lib/providers/labels.ts'
import { type CallAttempt, callAttemptFor } from '../../chrome/attempt.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { SelectOption } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { FormPromptFields, useFormPrompt } from '../form-prompt.tsx'
import { column, rightAlignedColumn } from '../list-columns.tsx'
import { pickColumn, usePickedRows } from '../picking.tsx'
import { marginField, syncRuleField } from '../services/sync-rule-and-route-forms.tsx'
import { firstFieldIssue, useConsoleCall } from '../use-console-call.ts'

interface ImportDialogProps {
  readonly providerId: number
  readonly rows: readonly ProviderServiceRow[]
  readonly categories: readonly SelectOption[]
  /** The mark-up that the form suggests, in percent. */
  readonly margin: number
  readonly onClose: () => void
  readonly onDone: () => void
}

type ImportChoice = { categoryId: number; rule: string; margin: number }

/**
 * Dialog that puts the picked services on sale. It asks for their category, their mark-up (`margin`), and what later
 * syncs may change in them.
 */
function ImportDialog({ providerId, rows, categories, margin, onClose, onDone }: ImportDialogProps) {
  const { run } = useConsoleCall()
  const attempt = useRef<CallAttempt | null>(null)
  const form = useFormPrompt({
    fields: [
      {
        name: 'categoryId',
        label: '카테고리',
        kind: 'choice',
        numeric: true,
        required: true,
        input: { placeholder: '카테고리 고르기' },
        options: categories,
        ...(categories.length === 0 && { hint: nothingToChooseHints.categories }),
      },
      syncRuleField,
      { ...marginField, required: true, hint: '원가에 더하는 비율이에요. 가격은 올림해요.' },
    ],
    initialValues: { rule: 'FOLLOW', margin },
    check: (choice: ImportChoice) => firstIssue([categoryRule(choice.categoryId), markUpRule(choice.margin)]),
    async onGiven(choice: ImportChoice) {
      const body = { picks: rows.map(({ remoteId }) => ({ remoteId, ...choice })) }
      // A retry after a lost answer sends the same idempotency key, so that no service is added twice.
      attempt.current = callAttemptFor(attempt.current, JSON.stringify(body))
      const answer = await run<{ ids: number[] }>({
        method: 'POST',
        path: `/api/admin/providers/${providerId}/services/import`,
        body,
        headers: { 'idempotency-key': attempt.current.key },
        done: ({ ids }) => `상품 ${formatCount(ids.length)}개를 추가했어요.`,
      })
      if (answer?.ok) onDone()
      return answer && !answer.ok ? firstFieldIssue(answer) : null
    },
  })
  return (
    <Dialog open onClose={onClose} title={`${formatCount(rows.length)}개 상점에 추가`}>
      <form {...form.formProps} className="grid gap-3.5">
        <FormPromptFields form={form} dense />
        <ul className="grid rounded-field bg-sunken px-3 text-s">
          {rows.map((row) => (
            <li key={row.remoteId} className="flex gap-3 border-t border-line py-2 first:border-t-0">
              <span className="min-w-0 wrap-anywhere">{row.name}</span>
              <span className="ml-auto whitespace-nowrap text-ink-3 tabular-nums">원가 {costText(row.cost)}</span>
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

interface ProviderServicesProps {
  readonly providerId: number
  readonly rows: readonly ProviderServiceRow[]
  readonly categories: readonly { readonly id: number; readonly text: string; readonly platformText: string }[]
  /** The provider's default mark-up, in percent. */
  readonly margin: number
  /** Whether the list is limited by a search or a status other than the default, or shows a further page. */
  readonly isNarrowed: boolean
  readonly mayAct: boolean
}

/** A row of the table, with the provider's id of the service as the `id` that pickColumn needs. */
type ImportRow = ProviderServiceRow & { readonly id: string }

/** Maximum number of the shop's services that are shown, by id, for one provider service. */
const MAX_SHOWN_IDS = 3

const importColumns: readonly Column<ImportRow>[] = [
  column('번호', ({ remoteId }) => remoteId, 'detail', 'text-ink-3 tabular-nums'),
  column(
    '공급 상품',
    ({ name, category, gone }) => (
      <>
        <span className="leading-[1.3] font-semibold wrap-anywhere wide:line-clamp-2">
          {name} {gone && <Badge tone="bad">사라짐</Badge>}
        </span>
        <span className="block text-ink-3 max-wide:text-s max-wide:font-normal wide:line-clamp-1">{category}</span>
      </>
    ),
    'title',
    'wide:w-full wide:min-w-[160px] wide:py-1.5',
  ),
  rightAlignedColumn('원가 (1개)', ({ cost, gone }) => costText(cost, gone), 'amount'),
  rightAlignedColumn('수량', ({ min, max }) => `${formatCount(min)}~${formatCount(max)}`, 'detail'),
  column(
    '우리 상품',
    ({ serviceIds }) =>
      serviceIds.length === 0 ? (
        <span className="text-ink-3">안 팔아요</span>
      ) : (
        <span className="flex flex-wrap gap-x-2">
          <span className="text-ink-3 wide:hidden">우리 상품</span>
          {serviceIds.slice(0, MAX_SHOWN_IDS).map((id) => (
            <Link key={id} href={`/admin/services?q=${id}`} prefetch={false}>
              {id}
            </Link>
          ))}
          {serviceIds.length > MAX_SHOWN_IDS && (
            <span className="whitespace-nowrap text-ink-3">
              {takeOverTexts.more(serviceIds.length - MAX_SHOWN_IDS)}
            </span>
          )}
        </span>
      ),
    'line',
  ),
]

/** Table of a provider's services as of the last sync. Staff pick some of them and put these on sale together. */
export function ProviderServices({ providerId, rows, categories, margin, isNarrowed, mayAct }: ProviderServicesProps) {
  const [open, setOpen] = useState(false)
  const pickable = rows.filter(({ gone }) => !gone).map(({ remoteId }) => remoteId)
  const picks = usePickedRows(pickable)
  const { picked } = picks
  return (
    <>
      {mayAct && rows.length > 0 && (
        // These buttons are hidden on phones, which show no checkboxes.
        <div className="flex flex-wrap items-center gap-2 max-wide:hidden">
          {picked.length > 0 && (
            <Button size="s" tone="soft" onClick={picks.unpickAll}>
              고르기 해제
            </Button>
          )}
          {picked.length > 0 ? (
            <Button size="s" tone="main" onClick={() => setOpen(true)} className="ml-auto">
              {formatCount(picked.length)}개 상점에 추가
            </Button>
          ) : (
            <p className="ml-auto flex min-h-[2.375rem] items-center text-s text-ink-3">
              상점에 추가할 상품을 골라 주세요.
            </p>
          )}
        </div>
      )}
      <Table
        caption="공급사 상품"
        dense="tight"
        columns={
          mayAct ? [pickColumn(picks, pickable, ({ name }: ImportRow) => name), ...importColumns] : importColumns
        }
        rows={rows.map((row) => ({ ...row, id: row.remoteId }))}
        rowKey={(row) => row.remoteId}
        empty={<NoServices isNarrowed={isNarrowed} />}
      />
      {open && (
        <ImportDialog
          providerId={providerId}
          rows={rows.filter(({ remoteId }) => picked.includes(remoteId))}
          categories={categories.map((each) => ({ value: each.id, label: `${each.platformText} › ${each.text}` }))}
          margin={margin}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            picks.unpickAll()
          }}
        />
      )}
    </>
  )
}

function NoServices({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed) return <EmptyState title="찾는 공급 상품이 없어요." hint="이름이나 번호의 일부로 찾아 보세요." />
  return <EmptyState title="아직 불러온 목록이 없어요." hint="위에서 지금 목록을 확인하고 적용하면 여기에 나타나요." />
}

'use client'

import { Plus } from 'lucide'
import { useRef } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { doneOrWaitsText } from '#lib/approvals/labels.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import {
  bonusTermsText,
  couponCodeText,
  grantLabels,
  type PromotionStatus,
  promotionStatusLabels,
  promotionTexts,
} from '#lib/promotions/labels.ts'
import { promotionStatus } from '#lib/promotions/rules.ts'
import type { CreatedPromotion, PromotionInput, PromotionRow } from '#lib/promotions/schema.ts'
import { type CallAttempt, callAttemptFor } from '../../chrome/attempt.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { seoulMinute, seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { DetailFacts } from '../detail.tsx'
import { FormPromptDialog } from '../form-prompt.tsx'
import { column, hiddenOnPhoneClass, rightAlignedColumn, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { ShortcutButton } from '../shortcut-button.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { promotionForm } from './promotion-form.ts'

interface PromotionListProps extends ListProps<PromotionRow> {
  /** Open requests for confirmation by a second person, by promotion id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

const statusTones: Readonly<Record<PromotionStatus, Tone>> = {
  WAITING: 'warn',
  AHEAD: 'main',
  RUNNING: 'good',
  EXHAUSTED: 'neutral',
  OVER: 'neutral',
  STOPPED: 'bad',
  REFUSED: 'neutral',
}

function StatusBadge({ row, now }: { readonly row: PromotionRow; readonly now: number }) {
  const status = promotionStatus(row, now)
  return <Badge tone={statusTones[status]}>{promotionStatusLabels[status]}</Badge>
}

/**
 * The terms of a promotion as members read them. `row.percent` is converted from percent to the hundredths of a percent
 * that `bonusTermsText` expects.
 */
const termsOf = (row: PromotionRow) =>
  bonusTermsText({ ...row, percent: row.percent === null ? null : Math.round(row.percent * 100) })

const columnsAt = (now: number): readonly Column<PromotionRow>[] => [
  column('종류', ({ kind }) => grantLabels[kind], 'line', 'whitespace-nowrap'),
  titleColumn('이름', ({ name }) => name, 'wide:w-full wide:max-w-0 wide:truncate max-wide:wrap-anywhere'),
  column('종료', ({ endsAt }) => seoulMinute(endsAt), 'line', `${hiddenOnPhoneClass} tabular-nums whitespace-nowrap`),
  rightAlignedColumn('준 포인트', ({ given, budget }) => `${wonText(given)} / ${wonText(budget)}`, 'amount'),
  column('상태', (row) => <StatusBadge row={row} now={now} />, 'badge'),
]

const emptyTexts = {
  search: promotionTexts.empty,
  none: promotionTexts.empty,
} as const

const keyLines = [
  { keys: ['N'], does: promotionTexts.add, isHint: true },
  { keys: ['R'], does: promotionTexts.stop },
]

const NEW_DIALOG = 'new'

/**
 * List of bonuses and coupons with their terms and the points given so far. Staff can create a bonus or coupon, and
 * stop an active one.
 */
export function PromotionList({ approvals, ...props }: PromotionListProps) {
  const list = useList(props, { approvalOf: ({ id }) => approvals[id] })
  const { row, now, run } = list
  const attempt = useRef<CallAttempt | null>(null)
  const add = () => list.openDialog(NEW_DIALOG)
  const create = async (input: PromotionInput) => {
    // A retry after an unknown outcome sends the same idempotency key, so that only one promotion is created.
    attempt.current = callAttemptFor(attempt.current, JSON.stringify(input))
    const answer = await run<CreatedPromotion>({
      method: 'POST',
      path: '/api/admin/promotions',
      body: input,
      headers: { 'idempotency-key': attempt.current.key },
      done: doneOrWaitsText('PROMOTION', promotionTexts.made(input.name)),
    })
    if (!answer) return
    attempt.current = null
    if (!answer.ok) return
    list.closeDialog()
    list.choose(answer.body.id)
  }
  const stopAction = (promotion: PromotionRow): Action => ({
    key: 'r',
    label: promotionTexts.stop,
    confirm: {
      text: promotionTexts.stopping(promotion.name),
      onConfirm: async () => {
        const path = `/api/admin/promotions/${promotion.id}/stop`
        if (await run({ method: 'POST', path, done: promotionTexts.stopped(promotion.name) })) list.closeDialog()
      },
    },
  })
  return (
    <>
      {props.mayAct && (
        <div className="flex">
          <ShortcutButton shortcut="n" tone="main" size="s" onClick={add} className="ml-auto">
            <Icon shape={Plus} size={18} /> {promotionTexts.add}
          </ShortcutButton>
        </div>
      )}
      <ListPage
        {...{ list, emptyTexts }}
        columns={columnsAt(now)}
        noun={promotionTexts.page}
        titleOf={({ name }) => name}
        hasSearch={false}
        actions={props.mayAct && row?.state === 'ACTIVE' ? [stopAction(row)] : []}
        keys={props.mayAct ? keyLines : []}
        shortcuts={props.mayAct ? { n: add } : {}}
        detail={(chosen) => <PromotionDetail row={chosen} now={now} />}
      >
        {list.dialog === NEW_DIALOG && (
          <FormPromptDialog {...promotionForm(now, create)} busy={list.busy} onClose={list.closeDialog} />
        )}
      </ListPage>
    </>
  )
}

function PromotionDetail({ row, now }: { readonly row: PromotionRow; readonly now: number }) {
  return (
    <>
      <DetailFacts
        facts={[
          ['상태', <StatusBadge key="status" row={row} now={now} />],
          ['종류', grantLabels[row.kind]],
          ['혜택', row.kind === 'COUPON' && row.minCharge === 0 ? `바로 ${wonText(row.point ?? 0)}` : termsOf(row)],
          ['시작', seoulTime(row.startsAt)],
          ['종료', seoulTime(row.endsAt)],
          ['회원마다', row.once ? '한 번만' : '충전할 때마다'],
          ['예산', wonText(row.budget)],
          ['준 포인트', `${wonText(row.given)} · ${formatCount(row.grants)}번`],
          ['횟수 제한', row.maxGrants !== null && `${formatCount(row.maxGrants)}번`],
          ['회수한 포인트', row.takenBack > 0 && wonText(row.takenBack)],
          ['만든 사람', row.createdBy],
          ['만든 시각', seoulTime(row.createdAt)],
          ['멈춘 시각', row.stoppedAt && seoulTime(row.stoppedAt)],
        ]}
      />
      {row.code && (
        <section
          aria-label={promotionTexts.code}
          className="flex flex-wrap items-center justify-between gap-2 rounded-tile border border-line px-4 py-3"
        >
          <p className="font-semibold tabular-nums wrap-anywhere">{couponCodeText(row.code)}</p>
          <CopyButton text={couponCodeText(row.code)} label="복사" />
        </section>
      )}
    </>
  )
}

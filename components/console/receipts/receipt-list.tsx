'use client'

import { useState } from 'react'
import { wonText } from '#lib/money/points.ts'
import { reasonNotIssuedMissing } from '#lib/receipts/errors.ts'
import {
  paidBackText,
  type ReceiptStatus,
  receiptDocumentTexts,
  receiptKindText,
  receiptStatusLabels,
  receiptTitle,
  recipientFields,
  recipientName,
} from '#lib/receipts/labels.ts'
import { isIssuedByConnectedIssuer, isSettleableCorrection, nextReceiptStatuses } from '#lib/receipts/rules.ts'
import type { ReceiptDocument, ReceiptRow } from '#lib/receipts/schema.ts'
import { Badge, Notice, type Tone } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { type DetailFact, DetailFacts, MemberLink } from '../detail.tsx'
import { column, createdAtColumn, titleColumn, wonColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { rowQuery } from '../list-state.ts'
import { PageLink } from '../page-link.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { ReceiptDocuments } from './receipt-documents.tsx'

const receiptTones: Record<ReceiptStatus, Tone> = { REQUESTED: 'warn', ISSUED: 'good', FAILED: 'bad' }

/**
 * Badge of the status of a receipt. If the charge was reversed, a warning precedes it: the receipt must not be issued
 * or, if it is issued already, must be cancelled.
 */
const ReceiptBadge = ({ status, reversedAt }: ReceiptRow) => (
  <span className="inline-flex flex-wrap gap-1.5">
    {reversedAt && <Badge tone="bad">승인 취소됨</Badge>}
    <Badge tone={receiptTones[status]}>{receiptStatusLabels[status]}</Badge>
  </span>
)

const receiptColumns: readonly Column<ReceiptRow>[] = [
  createdAtColumn('요청 시각'),
  column(
    '종류',
    (receipt) => (
      <>
        {receiptKindText(receipt)}
        <span className="text-s text-ink-3 wide:hidden"> · {receipt.memberId}</span>
      </>
    ),
    'line',
    'wide:whitespace-nowrap',
  ),
  titleColumn<ReceiptRow>('받는 곳', recipientName, 'wide:max-w-[180px] wide:truncate'),
  column('회원', ({ memberId }) => memberId, 'detail', 'max-wide:hidden wide:max-w-[120px] wide:truncate'),
  wonColumn('합계 금액', ({ payAmount }) => payAmount),
  column('상태', ReceiptBadge, 'badge'),
]

const emptyTexts = {
  search: ['찾는 영수증이 없어요.', '검색어를 줄이거나 상태를 전체로 바꿔 보세요.'],
  none: ['발행할 영수증이 없어요.', '영수증을 신청한 충전이 승인되면 여기에 나타나요.'],
} as const

/** The statuses that staff can set on a receipt, each with its key. */
const settableStatuses = [
  { key: 'a', label: '발행 완료', status: 'ISSUED' },
  { key: 'r', label: '발행 실패', status: 'FAILED' },
  { key: 'd', label: '다시 대기', status: 'REQUESTED' },
] as const

/**
 * List of cash receipts and tax invoices. The detail of the selected one has the fields that staff copy into the form
 * of the tax office to issue it.
 */
export function ReceiptList(props: ListProps<ReceiptRow, string>) {
  const list = useList(props, { waits: ({ status }) => status === 'REQUESTED' })
  const { row } = list
  async function mark(receipt: ReceiptRow, status: ReceiptStatus, note = '') {
    const answer = await list.run<ReceiptRow>({
      method: 'PATCH',
      path: `/api/admin/receipts/${receipt.id}`,
      body: { status, note, from: receipt.status, sum: receipt.supply + receipt.tax },
      done: `${receiptTitle(receipt)} 영수증을 ${receiptStatusLabels[status]}로 바꿨어요.`,
    })
    if (!answer) return
    list.closeDialog()
    if (!answer.ok) return
    list.change([receipt.id], answer.body)
    list.closeAndSelectNext(receipt, receipt.id)
  }
  const actionOf = (receipt: ReceiptRow, { status, ...action }: (typeof settableStatuses)[number]): Action => {
    if (status !== 'FAILED') return { ...action, run: () => mark(receipt, status) }
    const reason = {
      text: `${receiptTitle(receipt)} 영수증을 발행하지 못한 것으로 적어요.`,
      action: '발행 실패로 적기',
      missing: reasonNotIssuedMissing().message,
      onGiven: (note: string) => mark(receipt, status, note),
    }
    return { ...action, reason }
  }
  const [page, setPage] = useState<{ id: number; url: string } | null>(null)
  async function requestPage({ id }: ReceiptDocument) {
    const path = `/api/admin/receipt-documents/${id}/view`
    const answer = await list.run<{ url: string }>({ method: 'POST', path, done: receiptDocumentTexts.asked })
    if (answer?.ok) setPage({ id, url: answer.body.url })
  }
  async function settleCorrection(receipt: ReceiptRow, id: number, action: 'RETRY' | 'BY_HAND', note = '') {
    const done = action === 'RETRY' ? receiptDocumentTexts.retried : receiptDocumentTexts.byHandDone
    const path = `/api/admin/receipt-documents/${id}`
    const answer = await list.run<ReceiptRow>({ method: 'PATCH', path, body: { action, note }, done })
    if (!answer) return
    list.closeDialog()
    if (answer.ok) list.change([receipt.id], answer.body)
  }
  const correctionActions = (receipt: ReceiptRow): Action[] => {
    const correction = receipt.documents.find(isSettleableCorrection)
    if (!correction) return []
    const reason = {
      text: receiptDocumentTexts.byHandText,
      action: receiptDocumentTexts.byHandAction,
      missing: reasonNotIssuedMissing().message,
      onGiven: (note: string) => settleCorrection(receipt, correction.id, 'BY_HAND', note),
    }
    const retry = {
      key: 't',
      label: receiptDocumentTexts.retry,
      run: () => settleCorrection(receipt, correction.id, 'RETRY'),
    } as const
    return [...(correction.state === 'FAILED' ? [retry] : []), { key: 'e', label: receiptDocumentTexts.byHand, reason }]
  }
  const settable = props.mayAct && row && !isIssuedByConnectedIssuer(row) ? nextReceiptStatuses(row.status) : []
  const actions = row
    ? [
        ...settableStatuses.filter(({ status }) => settable.includes(status)).map((each) => actionOf(row, each)),
        ...(props.mayAct ? correctionActions(row) : []),
      ]
    : []
  return (
    <ListPage
      {...{ list, columns: receiptColumns, emptyTexts, actions }}
      noun="영수증"
      dense="tight"
      titleOf={receiptTitle}
      detail={(receipt) => (
        <>
          <ReceiptDocuments
            documents={receipt.documents}
            {...{ page, busy: list.busy }}
            onView={props.mayAct ? requestPage : undefined}
          />
          <ReceiptDetail receipt={receipt} />
        </>
      )}
    />
  )
}

/** A fact with a copy button, for values that staff enter into the tax office's form. */
const copyableFact = (term: string, shown: string, text: string): DetailFact => [
  term,
  <span key={term} className="flex items-center justify-between gap-2">
    <span className="min-w-0 wrap-anywhere">{shown}</span>
    <CopyButton text={text} label={`${term} 복사`} iconOnly />
  </span>,
]

const copyableWonFact = (term: string, won: number): DetailFact => copyableFact(term, wonText(won), String(won))

/**
 * Advice on the receipt of a reversed charge; empty if the connected issuer takes the receipt back by itself, or staff
 * have taken it back.
 */
const reversedHint = (receipt: ReceiptRow): string => {
  if (isIssuedByConnectedIssuer(receipt) || receipt.byHandSum === 0) return ''
  return receipt.status === 'ISSUED' ? ' 발행한 영수증도 취소해 주세요.' : ' 발행하지 마세요.'
}

/**
 * Notice that a part of the charge was paid back, with the amount and advice. If staff have issued the receipt, only
 * the amount paid back after the issue counts, if it is known. The notice is hidden if a connected issuer issues the
 * receipt, because the issuer corrects it by itself. It is also hidden if the charge was reversed, because another
 * notice then gives advice.
 */
function PaidBackNotice({ receipt }: { readonly receipt: ReceiptRow }) {
  const text = receipt.reversedAt || isIssuedByConnectedIssuer(receipt) ? null : paidBackText(receipt)
  return (
    text && (
      <Notice tone="bad" className="text-s">
        {text}
      </Notice>
    )
  )
}

/**
 * Notice about a receipt that staff may still have to issue, but whose recipient isn't shown, because the member has
 * deleted his account.
 */
function FormerMemberNotice({ receipt }: { readonly receipt: ReceiptRow }) {
  const { feeValue, status, isMandatory, reversedAt, memberNo } = receipt
  if (status === 'ISSUED' || isMandatory || reversedAt || Object.keys(feeValue).length > 0) return null
  return (
    <Notice tone="warn" className="text-s">
      탈퇴한 회원이라 받는 사람 정보를 따로 보관해요. 직접 발행하려면 대표가{' '}
      <PageLink inText path="/admin/retained-records" query={{ memberNo }}>
        보관 기록
      </PageLink>
      에서 확인해 주세요.
    </Notice>
  )
}

/** Facts of a receipt: its fields for the tax office, and whether and by whom it was issued. */
function ReceiptDetail({ receipt }: { readonly receipt: ReceiptRow }) {
  const { chargeId, name, reversedAt, settledAt, settledBy } = receipt
  return (
    <>
      {reversedAt && (
        <Notice tone="bad" className="text-s">
          {seoulTime(reversedAt)}에 승인이 취소된 충전이에요.
          {reversedHint(receipt)}
        </Notice>
      )}
      <PaidBackNotice receipt={receipt} />
      <FormerMemberNotice receipt={receipt} />
      <DetailFacts
        className="items-center"
        facts={[
          ['상태', <ReceiptBadge key="status" {...receipt} />],
          ['종류', receiptKindText(receipt)],
          ['회원', <MemberLink key="member" {...receipt} />],
          ...recipientFields(receipt.feeValue).map(({ term, shown, text }) => copyableFact(term, shown, text)),
          copyableWonFact('공급가액', receipt.supply),
          copyableWonFact('세액', receipt.tax),
          copyableWonFact('합계', receipt.supply + receipt.tax),
          ['환불한 금액', receipt.paidBack > 0 && wonText(receipt.paidBack)],
          [
            '충전',
            <PageLink key="charge" path="/admin/charges" query={rowQuery(chargeId)}>
              {chargeId} · {name}
            </PageLink>,
          ],
          ['요청 시각', seoulTime(receipt.createdAt)],
          ['처리', settledAt && [seoulTime(settledAt), settledBy].filter(Boolean).join(' · ')],
          ['메모', receipt.note],
        ]}
      />
    </>
  )
}

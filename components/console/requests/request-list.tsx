'use client'

import { withoutFlags } from '#lib/catalog/rules.ts'
import { formatCount } from '#lib/money/points.ts'
import { reasonRequired } from '#lib/orders/errors.ts'
import {
  type RequestState,
  refillBaselineText,
  requestKindLabels,
  requestStaffTexts,
  requestStateLabels,
} from '#lib/requests/labels.ts'
import { openRequest } from '#lib/requests/rules.ts'
import type { AdminRequestRow } from '#lib/requests/schema.ts'
import { OrderStatusBadge } from '../../orders/order-status-badge.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { DetailFacts, factTimeText, MemberLink } from '../detail.tsx'
import { column, createdAtColumn, hiddenOnPhoneClass, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { OrderLink } from '../orders/order-detail.tsx'
import { PageLink } from '../page-link.tsx'
import { type ListProps, useList } from '../use-list.ts'

const requestTones: Readonly<Record<RequestState, Tone>> = {
  ASKED: 'warn',
  SENT: 'main',
  DONE: 'good',
  REFUSED: 'bad',
}

const RequestStateBadge = ({ state }: Pick<AdminRequestRow, 'state'>) => (
  <Badge tone={requestTones[state]}>{requestStateLabels[state]}</Badge>
)

const requestTitle = ({ kind, orderId }: AdminRequestRow): string => `주문 ${orderId} · ${requestKindLabels[kind]}`

/** The kind of a request and the id of its order, and below them the name of the ordered service. */
const RequestSubject = (request: AdminRequestRow) => (
  <>
    <span className="whitespace-nowrap">{requestTitle(request)}</span>
    <span className="line-clamp-1 font-normal text-ink-3">{withoutFlags(request.serviceText, 'mobile')}</span>
  </>
)

const handledBy = ({ providerName }: AdminRequestRow): string => providerName ?? requestStaffTexts.byHand

const columns: readonly Column<AdminRequestRow>[] = [
  createdAtColumn('요청 시각'),
  titleColumn<AdminRequestRow>('요청', RequestSubject, 'wide:w-full wide:min-w-[200px]'),
  column('회원', ({ memberId }) => memberId, 'line', `${hiddenOnPhoneClass} max-w-[120px] truncate`),
  column('처리', handledBy, 'line', `${hiddenOnPhoneClass} max-w-[140px] truncate`),
  column('상태', RequestStateBadge, 'badge'),
]

const emptyTexts = {
  search: ['찾는 요청이 없어요.', '주문번호 전체로 찾아 보세요.'],
  none: ['요청이 없어요.', '회원이 리필이나 취소를 요청하면 여기에 나타나요.'],
} as const

/** List of members' requests about their orders. The detail has the facts by which staff decide on the selected one. */
export function RequestList(props: ListProps<AdminRequestRow, string>) {
  const list = useList(props, { waits: (row) => openRequest.holds(row) && row.providerName === null })
  const { row } = list
  async function answer(request: AdminRequestRow, state: 'DONE' | 'REFUSED', reason = '') {
    const response = await list.run<AdminRequestRow>({
      method: 'POST',
      path: `/api/admin/requests/${request.id}/answer`,
      body: { state, reason },
      done: `${requestTitle(request)} 요청을 ${state === 'DONE' ? '처리했어요' : '거절했어요'}.`,
    })
    if (!response) return
    list.closeDialog()
    if (!response.ok) return
    list.change([request.id], response.body)
    list.closeAndSelectNext(request, request.id)
  }
  const actions: Action[] = []
  if (row && props.mayAct && openRequest.holds(row)) {
    const { fulfil, refuse } = requestStaffTexts
    // A request to cancel is fulfilled by cancelling the order, to which the detail links.
    if (row.kind !== 'CANCEL') actions.push({ key: 'a', label: fulfil, run: () => answer(row, 'DONE') })
    actions.push({
      key: 'r',
      label: refuse,
      reason: {
        text: requestStaffTexts.refuseQuestion(requestTitle(row)),
        action: refuse,
        missing: reasonRequired().message,
        onGiven: (reason: string) => answer(row, 'REFUSED', reason),
      },
    })
  }
  return (
    <ListPage
      {...{ list, columns, emptyTexts, actions }}
      noun="요청"
      caption="주문 요청"
      dense="tight"
      titleOf={requestTitle}
      detail={(request) => <RequestDetail request={request} />}
    />
  )
}

function RequestDetail({ request }: { readonly request: AdminRequestRow }) {
  const { orderId, kind, startCount, amount, currentCount, remoteId, outcome, error } = request
  const isRefill = kind === 'REFILL'
  return (
    <DetailFacts
      facts={[
        ['상태', <RequestStateBadge key="state" {...request} />],
        [
          '주문',
          <PageLink key="order" path="/admin/orders" query={{ q: orderId }}>
            {orderId}번
          </PageLink>,
        ],
        ['주문 상태', <OrderStatusBadge key="orderStatus" status={request.orderStatus} />],
        ['회원', <MemberLink key="member" {...request} />],
        ['상품', withoutFlags(request.serviceText, 'mobile')],
        ['링크', <OrderLink key="link" order={request} />],
        ['수량', formatCount(amount)],
        ['기준', isRefill && refillBaselineText(startCount, amount)],
        ['회원이 센 수량', isRefill && currentCount !== null && formatCount(currentCount)],
        ['처리', handledBy(request)],
        ['공급사 리필 번호', remoteId],
        ['공급사 응답', [outcome, error].filter(Boolean).join(' · ')],
        ['사유', request.reason],
        ['요청 시각', seoulTime(request.createdAt)],
        ['전달 시각', factTimeText(request.sentAt)],
        ['끝난 시각', factTimeText(request.closedAt)],
      ]}
    />
  )
}

'use client'

import type { ReactNode } from 'react'
import { type SaleState, saleStateLabels } from '#lib/catalog/labels.ts'
import { withoutFlags } from '#lib/catalog/rules.ts'
import type { AdminServiceRow, ServiceFilter } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { isBelowCost, markUpText, priceText } from '#lib/money/prices.ts'
import type { ServiceDetail } from '#lib/providers/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Column } from '../../ui/table.tsx'
import { MoveButtons, moveRowCall } from '../editable-list/editable-list.tsx'
import { column, rightAlignedColumn, sortableColumn, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { usePickedRows } from '../picking.tsx'
import { ShortcutButton } from '../shortcut-button.tsx'
import { useDetail } from '../use-detail.ts'
import { type ListProps, useList } from '../use-list.ts'
import { BulkPriceDialog } from './bulk-price-dialog.tsx'
import { PriceHistory } from './price-history.tsx'
import { ReadOnlyServiceFacts, ServiceFacts, saleStateTones } from './service-facts.tsx'
import { EditServiceForm, NewServiceForm, type ServiceChoices } from './service-form.tsx'
import { SyncRuleAndRouteForms } from './sync-rule-and-route-forms.tsx'

interface ServiceListProps extends Pick<ListProps<AdminServiceRow, SaleState>, 'rows' | 'state' | 'listUrl'> {
  /** Number of services that the filters find. */
  readonly total: number
  readonly filter: ServiceFilter
  readonly categories: readonly { readonly id: number; readonly text: string; readonly platformText: string }[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
  /**
   * Role of the viewer: SUPPORT only reads, MANAGER and OWNER change services, only OWNER changes their sync rules and
   * further routes.
   */
  readonly role: string
  /** The toolbar, which shares its line with ServiceBar. */
  readonly tools: ReactNode
}

function ServiceMargin({ point, cost }: AdminServiceRow) {
  const text = markUpText(point, cost)
  if (text === null) return <span className="text-ink-3">—</span>
  return <span className={isBelowCost(point, cost) ? 'font-semibold text-bad' : 'text-ink-2'}>{text}</span>
}

const serviceColumns: readonly Column<AdminServiceRow>[] = [
  sortableColumn(
    'id',
    column('번호', ({ id }) => id, 'line', 'max-wide:hidden text-ink-3 tabular-nums'),
  ),
  titleColumn(
    '상품',
    ({ text }) => (
      <span className="line-clamp-2 leading-[1.3] font-semibold wrap-anywhere">{withoutFlags(text, 'mobile')}</span>
    ),
    'wide:w-full wide:min-w-[160px] wide:py-1.5',
    ({ platformText, categoryText, providerName }) => (
      <span className="line-clamp-1 text-ink-3">
        {platformText} · {categoryText}
        {providerName && ` · ${providerName}`}
      </span>
    ),
  ),
  sortableColumn(
    'point',
    rightAlignedColumn('가격', ({ point }) => <b className="font-semibold">{priceText(point)}</b>, 'amount'),
  ),
  rightAlignedColumn('가산율', ServiceMargin, 'line', 'max-wide:hidden'),
  column(
    '상태',
    ({ saleState }) => <Badge tone={saleStateTones[saleState]}>{saleStateLabels[saleState]}</Badge>,
    'badge',
  ),
]

const emptyTexts = {
  search: ['찾는 상품이 없어요.', '이름의 일부나 상품 번호로 찾아 보세요.'],
  older: ['상품이 더 없어요.', '처음으로 돌아가 확인하세요.'],
  none: ['상품이 없어요.', '조건을 바꾸거나 상품을 추가해 보세요.'],
} as const

export const serviceKeyHelp = [
  { keys: ['P'], does: '가격 일괄 변경' },
  { keys: ['Z'], does: '가격 일괄 변경 되돌리기' },
  { keys: ['N'], does: '상품 추가' },
  { keys: ['U', 'D'], does: '위로, 아래로' },
]

/**
 * How `useDetail` loads the detail of a service. Each reload of the list creates new row objects. The row object is the
 * version, so each reload also loads the detail again, whose number of running orders may have changed.
 */
const detailRequest = {
  pathOf: ({ id }: AdminServiceRow) => `/api/admin/services/${id}`,
  versionOf: (row: AdminServiceRow) => row,
}

const serviceChoicesOf = ({ categories, providers }: ServiceListProps): ServiceChoices => ({
  categories: categories.map((each) => ({ value: each.id, label: `${each.platformText} › ${each.text}` })),
  providers: providers.map(({ id, name }) => ({ value: id, label: name })),
})

const WITHDRAW_DIALOG = '판매 종료'
type ServiceDialogName = 'new' | 'prices' | typeof WITHDRAW_DIALOG

/** List of services with the form of the selected one, and actions on several of them. */
export function ServiceList(props: ServiceListProps) {
  const { total, filter, role } = props
  const mayAct = role !== 'SUPPORT'
  const choices = serviceChoicesOf(props)
  const list = useList({ ...props, now: 0 })
  const { row, run, busy } = list
  const ids = list.rows.map(({ id }) => id)
  const picks = usePickedRows(ids)
  const { detail, failed } = useDetail<AdminServiceRow, ServiceDetail>(row, detailRequest)
  const ask = (dialog: ServiceDialogName) => () => list.openDialog(dialog)
  const path = `/api/admin/services/${row?.id}`
  const move = (direction: 'UP' | 'DOWN') => {
    const [way, end] = direction === 'UP' ? ['위로', '맨 위'] : ['아래로', '맨 아래']
    const done = ({ moved }: { moved: boolean }) =>
      moved ? `한 칸 ${way} 옮겼어요.` : `이미 카테고리의 ${end}에 있어요.`
    if (row) void run<{ moved: boolean }>({ ...moveRowCall(path, direction), done })
  }
  const withdraw = async (id: number) => {
    const answer = await run({ method: 'DELETE', path, done: `상품 ${id}번의 판매를 종료했어요.` })
    if (answer) list.closeDialog()
  }
  const restore = (id: number) =>
    run({ method: 'POST', path: `${path}/restore`, done: `상품 ${id}번을 다시 판매해요.` })
  const onMade = ({ id }: { id: number }) => {
    list.closeDialog()
    list.choose(id)
  }
  const shortcuts = { p: ask('prices'), n: ask('new'), u: () => move('UP'), d: () => move('DOWN') }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {props.tools}
        {mayAct && <ServiceBar picks={picks} total={total} onAsk={ask} />}
      </div>
      <ListPage
        {...{ list, columns: serviceColumns, emptyTexts }}
        noun="상품"
        dense="tight"
        titleOf={({ id }) => `상품 ${id}`}
        keys={mayAct ? serviceKeyHelp : []}
        shortcuts={mayAct ? shortcuts : {}}
        picking={mayAct ? { picks, ids, nameOf: ({ text }) => text } : undefined}
        detail={(service) => (
          <>
            <ServiceFacts service={service} detail={detail} />
            {failed && <p className="text-s text-bad">진행 중인 주문 수를 불러오지 못했어요.</p>}
            {!mayAct && <ReadOnlyServiceFacts service={service} />}
            {mayAct && <EditServiceForm key={service.id} service={service} choices={choices} />}
            {mayAct && service.saleState === 'WITHDRAWN' && (
              <Button tone="main" busy={busy} onClick={() => restore(service.id)}>
                다시 판매하기
              </Button>
            )}
            {mayAct && service.saleState !== 'WITHDRAWN' && (
              <div className="grid gap-2">
                <MoveButtons busy={busy} onMove={move} />
                <Button size="s" tone="bad" busy={busy} onClick={ask(WITHDRAW_DIALOG)}>
                  판매 종료
                </Button>
              </div>
            )}
            {role === 'OWNER' && detail?.id === service.id && (
              <SyncRuleAndRouteForms
                key={`supply ${service.id}`}
                {...{ service, detail }}
                providers={choices.providers}
              />
            )}
            <PriceHistory service={service} />
          </>
        )}
        dialogs={(service) => ({
          [WITHDRAW_DIALOG]: {
            confirm: { children: <WithdrawEffects {...{ service, detail }} />, onConfirm: () => withdraw(service.id) },
          },
        })}
      >
        {list.dialog === 'prices' && (
          <BulkPriceDialog ids={picks.picked} filter={filter} total={total} onClose={list.closeDialog} />
        )}
        {list.dialog === 'new' && (
          <Dialog open onClose={list.closeDialog} title="상품 추가">
            {/* The category by which the list is filtered is selected in the form at first. */}
            <NewServiceForm category={filter.category} choices={choices} onMade={onMade} />
          </Dialog>
        )}
      </ListPage>
    </>
  )
}

interface ServiceBarProps {
  readonly picks: ReturnType<typeof usePickedRows<number>>
  /** Number of services that the filters find. */
  readonly total: number
  readonly onAsk: (dialog: ServiceDialogName) => () => void
}

/**
 * Bar with the button for a bulk change of prices and the button that adds a service. The bulk change applies to the
 * picked services or, if none is picked, to all services that the filters find.
 */
function ServiceBar({ picks: { picked, unpickAll }, total, onAsk }: ServiceBarProps) {
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {picked.length > 0 && (
        <>
          <span className="text-s font-semibold tabular-nums">{formatCount(picked.length)}개 고름</span>
          <Button size="s" tone="soft" onClick={unpickAll}>
            고르기 해제
          </Button>
        </>
      )}
      <span className="flex flex-wrap gap-2">
        <ShortcutButton shortcut="p" size="s" onClick={onAsk('prices')}>
          가격 일괄 변경 {formatCount(picked.length || total)}개
        </ShortcutButton>
        <ShortcutButton shortcut="n" size="s" tone="main" onClick={onAsk('new')}>
          상품 추가
        </ShortcutButton>
      </span>
    </div>
  )
}

/** Text of the withdrawal dialog: what withdrawing a service means for the shop, its running orders and auto orders. */
function WithdrawEffects(props: { readonly service: AdminServiceRow; readonly detail: ServiceDetail | null }) {
  const { runningOrders = 0, activeAutoOrders = 0 } = props.detail ?? {}
  return (
    <>
      <p className="font-semibold">{props.service.text}</p>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>상점과 API에서 바로 사라지고 새 주문을 받지 않아요.</li>
        <li>진행 중인 주문 {formatCount(runningOrders)}건은 그대로 끝까지 처리돼요.</li>
        <li>자동주문 {formatCount(activeAutoOrders)}건은 멈춰요. 72시간 안에 되돌리지 않으면 남은 회차가 환불돼요.</li>
        <li>주문내역에는 계속 보이고, 언제든 되돌릴 수 있어요.</li>
      </ul>
    </>
  )
}

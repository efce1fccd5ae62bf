'use client'

import { useState } from 'react'
import type { SaleState } from '#lib/catalog/labels.ts'
import type { AdminServiceRow, ServiceFilter } from '#lib/catalog/schema.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListState, listHref } from '../list-state.ts'
import { pickColumn } from '../pick-column.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { pickKeys, usePicks } from '../use-picks.ts'
import { useSelection } from '../use-selection.ts'
import { PriceDialog } from './price-dialog.tsx'
import { ServiceActions } from './service-actions.tsx'
import { ServiceBar } from './service-bar.tsx'
import { serviceColumns } from './service-columns.tsx'
import { ServiceFacts, ServiceTerms } from './service-detail.tsx'
import type { ServiceChoices } from './service-fields.tsx'
import { EditService, NewService } from './service-form.tsx'
import { servicePlace } from './service-place.ts'
import { SupplyForms } from './supply-forms.tsx'
import { useServiceActs } from './use-service-acts.ts'
import { useServiceDetail } from './use-service-detail.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface ServiceListProps {
  readonly rows: readonly AdminServiceRow[]
  readonly total: number
  readonly filter: ServiceFilter
  readonly categories: readonly { readonly id: number; readonly text: string; readonly platformText: string }[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
  readonly state: ListState<SaleState>
  /** SUPPORT reads, MANAGER and OWNER act; providers are the OWNER's (docs/contract.md#staff). */
  readonly role: string
}

const actingKeys = [
  { keys: ['X'], does: '고르기', short: true },
  { keys: ['P'], does: '가격 일괄 변경' },
  { keys: ['N'], does: '상품 추가' },
  { keys: ['U', 'D'], does: '위로, 아래로' },
]

/** Services, the chosen one's form, and what is done with several of them. */
export function ServiceList(props: ServiceListProps) {
  const { rows, total, filter, state } = props
  const mayAct = props.role !== 'SUPPORT'
  const choices = choicesOf(props)
  const [dialog, setDialog] = useState<'new' | 'prices' | 'withdraw' | null>(null)
  const ids = rows.map((row) => row.id)
  const selection = useSelection(rows, state.chosen)
  const picks = usePicks(ids)
  const service = selection.row
  const { detail, failed } = useServiceDetail(service)
  const { busy, move, withdraw, restore } = useServiceActs(service, () => setDialog(null))
  const close = () => setDialog(null)
  const prices = () => setDialog('prices')
  const add = () => setDialog('new')
  const acts = {
    ...pickKeys(picks, { rows: ids, chosen: selection.chosen, step: selection.step }),
    p: prices,
    n: add,
    u: () => move('UP'),
    d: () => move('DOWN'),
  }
  useListKeys(selection, mayAct ? acts : {}, dialog !== null)
  const columns = serviceColumns((id) => listHref(servicePlace, { ...state, chosen: id }))
  return (
    <>
      {mayAct && (
        <ServiceBar picked={picks.picked.length} total={total} onNone={picks.none} onPrices={prices} onNew={add} />
      )}
      <ListLayout
        selection={selection}
        caption="상품"
        dense="tight"
        columns={mayAct ? [pickColumn(picks, ids, ({ text }: AdminServiceRow) => text), ...columns] : columns}
        empty={<NoServices state={state} />}
        titleOf={({ id }) => `상품 ${id}`}
        none="고른 상품 없음"
        choose="목록에서 상품을 고르면 내용이 여기에 보여요."
        keys={listKeys(mayAct ? actingKeys : [])}
      >
        {(row) => (
          <>
            <ServiceFacts service={row} detail={detail} />
            {failed && <p className="text-s text-bad">{FAILED}</p>}
            {mayAct ? (
              <>
                <EditService key={row.id} service={row} choices={choices} />
                <ServiceActions
                  service={row}
                  busy={busy}
                  onMove={move}
                  onWithdraw={() => setDialog('withdraw')}
                  onRestore={restore}
                />
              </>
            ) : (
              <ServiceTerms service={row} />
            )}
            {props.role === 'OWNER' && detail?.id === row.id && (
              <SupplyForms key={`supply ${row.id}`} service={row} detail={detail} providers={choices.providers} />
            )}
          </>
        )}
      </ListLayout>
      {dialog === 'prices' && <PriceDialog ids={picks.picked} filter={filter} total={total} onClose={close} />}
      {dialog === 'new' && (
        <Dialog open onClose={close} title="상품 추가">
          <NewService start={startOf(filter)} choices={choices} onMade={close} />
        </Dialog>
      )}
      {dialog === 'withdraw' && service && (
        <WithdrawDialog service={service} detail={detail} busy={busy} onWithdraw={withdraw} onClose={close} />
      )}
    </>
  )
}

const FAILED = '진행 중인 주문 수를 불러오지 못했습니다.'

const choicesOf = ({ categories, providers }: ServiceListProps): ServiceChoices => ({
  categories: categories.map((each) => ({ value: each.id, label: `${each.platformText} › ${each.text}` })),
  providers: providers.map(({ id, name }) => ({ value: id, label: name })),
})

/** A new service begins where one looks. */
const startOf = ({ category }: ServiceFilter) => (category ? { categoryId: category } : {})

function NoServices({ state }: { readonly state: ListState<SaleState> }) {
  if (state.q) return <EmptyState title="찾는 상품이 없어요." hint="이름의 일부나 상품 번호로 찾아 보세요." />
  if (state.cursor) return <EmptyState title="상품이 더 없어요." hint="처음으로 돌아가 확인하세요." />
  return <EmptyState title="상품이 없어요." hint="조건을 바꾸거나 상품을 추가해 보세요." />
}

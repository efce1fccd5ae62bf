import { chargeStatus } from '#lib/charges/labels.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListState } from '../list-state.ts'

/** Why a list of charges is empty, and what to do first. */
export function NoCharges({ state }: { readonly state: ListState }) {
  if (state.q)
    return <EmptyState title="찾는 충전 요청이 없어요." hint="검색어를 줄이거나 상태를 전체로 바꿔 보세요." />
  if (state.cursor)
    return <EmptyState title="더 오래된 요청이 없어요." hint="처음으로 돌아가 최신 요청을 확인하세요." />
  if (state.status === chargeStatus.PENDING)
    return <EmptyState title="기다리는 충전 요청이 없어요." hint="회원이 잔액충전에서 요청하면 여기에 나타나요." />
  return <EmptyState title="충전 요청이 없어요." hint="회원이 잔액충전에서 요청하면 여기에 나타나요." />
}

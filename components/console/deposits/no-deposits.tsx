import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListState } from '../list-state.ts'

/** Why a list of deposits is empty, and what to do first. */
export function NoDeposits({ state }: { readonly state: ListState<string> }) {
  if (state.q)
    return (
      <EmptyState
        title="찾는 입금이 없어요."
        hint="이름, 금액, 거래번호 전체로 찾아보거나 상태를 전체로 바꿔 보세요."
      />
    )
  if (state.cursor)
    return <EmptyState title="더 오래된 입금이 없어요." hint="처음으로 돌아가 최신 입금을 확인하세요." />
  if (state.status === 'WAITING')
    return <EmptyState title="기다리는 입금이 없어요." hint="가져온 입금이 모두 충전되었어요." />
  return <EmptyState title="입금이 없어요." hint="인터넷뱅킹의 거래내역을 가져오면 여기에 나타나요." />
}

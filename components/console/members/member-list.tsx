'use client'

import { useState } from 'react'
import type { AdminMember } from '#lib/members/detail/schema.ts'
import { mayRestrict } from '#lib/members/rules.ts'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Act, Acts, actKeys, actShortcuts } from '../acts.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { useDetail } from '../use-detail.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { memberColumns } from './member-columns.tsx'
import { MemberDetail } from './member-detail.tsx'
import { MemberDialogs, type MemberQuestion } from './member-dialogs.tsx'
import { RecordList } from './record-list.tsx'
import { useMemberActs } from './use-member-acts.ts'

interface MemberListProps {
  readonly rows: readonly AdminMemberRow[]
  /** The chosen member's story, so that the first sight is whole. */
  readonly first: AdminMember | null
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace<string>
  readonly state: ListState<string>
  readonly viewer: { readonly memberId: number; readonly role: string }
  /** ADJUSTMENT_LIMIT, in whole points. */
  readonly limit: number
}

/** A member as he stands in the list and after how many acts here; when that changes, his story has grown. */
const keyOf = ({ memberNo, point, restriction, lastLoginAt }: AdminMemberRow, round: number): string =>
  [memberNo, point, restriction, lastLoginAt, round].join(' ')

/** Members, the chosen one's story, and what staff can do for or against him. */
export function MemberList({ rows, first, now, place, state, viewer, limit }: MemberListProps) {
  const [dialog, setDialog] = useState<MemberQuestion | null>(null)
  const selection = useSelection(
    rows.map((row) => ({ ...row, id: row.memberNo })),
    state.chosen,
  )
  const member = selection.row
  const acting = useMemberActs(() => setDialog(null))
  const { detail, failed } = useDetail<AdminMember>(
    member && `/api/admin/members/${member.memberNo}`,
    member && keyOf(member, acting.round),
    first && { key: keyOf(first, 0), detail: first },
  )
  const mayAct = viewer.role !== 'SUPPORT' && member !== undefined && member.deletedAt === null
  const ask = (question: MemberQuestion) => () => setDialog(question)
  const points: Act = { key: 'a', label: '포인트 조정', run: ask('points') }
  const restriction: Act = { key: 'r', label: '이용 제한', run: ask('restriction') }
  const memo: Act = { key: 'd', label: '메모', run: ask('memo') }
  const others = member && mayRestrict(viewer, { memberId: member.memberNo, role: member.role }) ? [restriction] : []
  const acts = mayAct ? [points, ...others, memo] : []
  useListKeys(selection, actShortcuts(acts), dialog !== null)
  return (
    <>
      <ListLayout
        selection={selection}
        caption="회원"
        dense="tight"
        columns={memberColumns(now, (id) => listHref(place, { ...state, chosen: id }))}
        empty={<NoMembers state={state} />}
        titleOf={({ memberId }) => memberId}
        none="고른 회원 없음"
        choose="목록에서 회원을 고르면 내용이 여기에 보여요."
        keys={listKeys(actKeys(acts))}
      >
        {(row) => (
          <>
            <MemberDetail member={row} detail={detail} onRevoke={mayAct ? ask('revoke') : null} />
            <Acts acts={acts} busy={acting.busy} />
            <RecordList detail={detail} failed={failed} />
          </>
        )}
      </ListLayout>
      {member && dialog && (
        <MemberDialogs
          question={dialog}
          member={member}
          acting={acting}
          limit={limit}
          isOwner={viewer.role === 'OWNER'}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

function NoMembers({ state }: { readonly state: ListState<string> }) {
  if (state.q)
    return (
      <EmptyState title="찾는 회원이 없어요." hint="아이디, 이메일, 휴대전화의 앞부분이나 회원번호로 찾아 보세요." />
    )
  if (state.cursor)
    return <EmptyState title="더 오래된 회원이 없어요." hint="처음으로 돌아가 최근 회원을 확인하세요." />
  return <EmptyState title="이런 회원이 없어요." hint="다른 상태나 권한을 골라 보세요." />
}

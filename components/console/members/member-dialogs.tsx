import type { AdminMemberRow } from '#lib/members/schema.ts'
import { MemoDialog } from './memo-dialog.tsx'
import { PointsDialog } from './points-dialog.tsx'
import { RestrictionDialog } from './restriction-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import type { useMemberActs } from './use-member-acts.ts'

export type MemberQuestion = 'points' | 'restriction' | 'memo' | 'revoke'

interface MemberDialogsProps {
  readonly question: MemberQuestion
  readonly member: AdminMemberRow
  readonly acting: ReturnType<typeof useMemberActs>
  readonly limit: number
  readonly isOwner: boolean
  readonly onClose: () => void
}

/** The question that is open about a member. */
export function MemberDialogs({ question, member, acting, limit, isOwner, onClose }: MemberDialogsProps) {
  const common = { member, busy: acting.busy, onClose }
  if (question === 'points') {
    const give = (body: { delta: number; reason: string }) => acting.adjust(member, body)
    return <PointsDialog {...common} limit={limit} isOwner={isOwner} onGiven={give} />
  }
  if (question === 'restriction')
    return <RestrictionDialog {...common} onGiven={(body) => acting.restrict(member, body)} />
  if (question === 'memo') return <MemoDialog {...common} onGiven={(memo) => acting.note(member, memo)} />
  return <RevokeDialog {...common} onGiven={() => acting.revoke(member)} />
}

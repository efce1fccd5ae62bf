import { restrictionLabels, roleLabels } from '#lib/members/labels.ts'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<AdminMemberRow['restriction'], Tone> = {
  NORMAL: 'neutral',
  WARNED: 'warn',
  SUSPENDED: 'bad',
  BANNED: 'bad',
}

/** How far a member may go; who has left may go nowhere. */
export function RestrictionBadge({ restriction, deletedAt }: Pick<AdminMemberRow, 'restriction' | 'deletedAt'>) {
  if (deletedAt) return <Badge>탈퇴</Badge>
  return <Badge tone={tones[restriction]}>{restrictionLabels[restriction]}</Badge>
}

/** Nothing for members: what everybody is says nothing. */
export function RoleBadge({ role }: Pick<AdminMemberRow, 'role'>) {
  return role === 'MEMBER' ? null : <Badge tone="main">{roleLabels[role]}</Badge>
}

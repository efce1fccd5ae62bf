import { roleLabels } from '#lib/members/labels.ts'
import { formatCount } from '#lib/money/points.ts'
import type { StaffRow } from '#lib/staff/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { shortMoment } from '../moments.ts'
import { RowLink } from '../row-link.tsx'

const roleTones: Readonly<Record<StaffRow['role'], Tone>> = {
  MEMBER: 'neutral',
  SUPPORT: 'neutral',
  MANAGER: 'neutral',
  OWNER: 'main',
}

export function RoleBadge({ role }: Pick<StaffRow, 'role'>) {
  return <Badge tone={roleTones[role]}>{roleLabels[role]}</Badge>
}

export function TotpBadge({ totpSince }: Pick<StaffRow, 'totpSince'>) {
  return totpSince ? <Badge tone="good">설정됨</Badge> : <Badge tone="warn">설정 전</Badge>
}

/** `now` in milliseconds. */
export function staffColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<StaffRow>[] {
  return [
    {
      key: 'id',
      head: '아이디',
      cell: ({ memberNo, memberId }) => <RowLink href={hrefOfRow(memberNo)}>{memberId}</RowLink>,
      phone: 'title',
    },
    { key: 'role', head: '권한', cell: ({ role }) => <RoleBadge role={role} />, phone: 'badge' },
    {
      key: 'login',
      head: '마지막 로그인',
      cell: ({ lastLoginAt }) =>
        lastLoginAt ? <time title={seoulTime(lastLoginAt)}>{shortMoment(lastLoginAt, now)}</time> : '없음',
      className: 'whitespace-nowrap tabular-nums text-ink-3',
      phone: 'line',
    },
    { key: 'totp', head: '2단계 인증', cell: (row) => <TotpBadge {...row} />, phone: 'amount' },
    {
      key: 'sessions',
      head: '로그인된 기기',
      cell: ({ sessions }) => `${formatCount(sessions.length)}대`,
      align: 'right',
      phone: 'detail',
    },
  ]
}

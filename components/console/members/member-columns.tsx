import type { AdminMemberRow } from '#lib/members/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import { wonText } from '../amounts.ts'
import { inDetail } from '../list-columns.tsx'
import { shortMoment } from '../moments.ts'
import { RowLink } from '../row-link.tsx'
import { RestrictionBadge, RoleBadge } from './member-badges.tsx'

/** A desk knows its rows by `id`. */
export type MemberRow = AdminMemberRow & { readonly id: number }

/** `now` in milliseconds. */
export function memberColumns(now: number, hrefOfRow: (id: number) => string): readonly Column<MemberRow>[] {
  return [
    {
      key: 'no',
      head: '번호',
      cell: ({ memberNo }) => formatCount(memberNo),
      align: 'right',
      className: `${inDetail} text-ink-3`,
      phone: 'line',
    },
    {
      key: 'member',
      head: '아이디',
      cell: (member) => (
        <span className="inline-flex items-center gap-1.5">
          <RowLink href={hrefOfRow(member.id)}>
            <b className="font-semibold">{member.memberId}</b>
          </RowLink>
          <RoleBadge role={member.role} />
        </span>
      ),
      className: 'whitespace-nowrap',
      phone: 'title',
    },
    {
      key: 'email',
      head: '연락처',
      cell: ({ email, phone }) => email ?? phone ?? '—',
      className: 'wide:w-full wide:max-w-0 truncate text-ink-2',
      phone: 'line',
    },
    {
      key: 'point',
      head: '잔액',
      cell: ({ point }) => <b className="font-semibold whitespace-nowrap">{wonText(point)}</b>,
      align: 'right',
      phone: 'amount',
    },
    {
      key: 'login',
      head: '최근 로그인',
      cell: ({ lastLoginAt }) =>
        lastLoginAt ? <time title={seoulTime(lastLoginAt)}>{shortMoment(lastLoginAt, now)}</time> : '—',
      className: `${inDetail} whitespace-nowrap tabular-nums`,
      phone: 'line',
    },
    { key: 'status', head: '상태', cell: RestrictionBadge, phone: 'badge' },
  ]
}

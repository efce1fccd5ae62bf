import type { ReactNode } from 'react'
import type { AdminMember } from '#lib/members/detail/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { wonText } from '../amounts.ts'
import { PageLink } from '../page-link.tsx'
import { RestrictionBadge, RoleBadge } from './member-badges.tsx'
import type { MemberRow } from './member-columns.tsx'

interface MemberDetailProps {
  readonly member: MemberRow
  readonly detail: AdminMember | null
  /** Null where the viewer may not. */
  readonly onRevoke: (() => void) | null
}

const fact = (term: string, value: ReactNode): Fact[] => (value ? [{ term, value }] : [])

function ApiKey({ madeAt, onRevoke }: { readonly madeAt: string; readonly onRevoke: (() => void) | null }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {seoulTime(madeAt)}
      {onRevoke && (
        <Button size="s" tone="bad" onClick={onRevoke}>
          키 해지
        </Button>
      )}
    </span>
  )
}

/** Who a member is and how he stands. */
export function MemberDetail({ member, detail, onRevoke }: MemberDetailProps) {
  const { memberNo, email, phone, point, restrictedUntil, memo, createdAt, lastLoginAt, deletedAt } = member
  const madeAt = detail?.apiKeyMadeAt
  const facts: Fact[] = [
    { term: '상태', value: <RestrictionBadge {...member} /> },
    ...fact('제한 종료', member.restriction === 'SUSPENDED' && restrictedUntil && seoulTime(restrictedUntil)),
    ...fact('권한', member.role !== 'MEMBER' && <RoleBadge role={member.role} />),
    { term: '회원번호', value: formatCount(memberNo) },
    { term: '잔액', value: wonText(point) },
    ...fact('미수금', detail && detail.debt > 0 && <span className="text-bad">{wonText(detail.debt)}</span>),
    ...fact('이메일', email),
    ...fact('휴대전화', phone),
    { term: '가입', value: seoulTime(createdAt) },
    { term: '최근 로그인', value: lastLoginAt ? seoulTime(lastLoginAt) : '없음' },
    ...fact('탈퇴', deletedAt && seoulTime(deletedAt)),
    ...fact(
      '기록',
      deletedAt && (
        <PageLink path="/admin/retained-records" query={{ memberNo }}>
          보관 기록 열람
        </PageLink>
      ),
    ),
    ...fact('API 키', madeAt && <ApiKey madeAt={madeAt} onRevoke={onRevoke} />),
    ...fact('메모', memo && <span className="whitespace-pre-wrap">{memo}</span>),
  ]
  return <Facts facts={facts} align="start" className="text-s tabular-nums [&_dd]:wrap-anywhere" />
}

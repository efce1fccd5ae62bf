import type { AdminMember } from '#lib/members/detail/schema.ts'
import {
  agreedVersionText,
  agreementLabels,
  restrictionLabels,
  roleLabels,
  suspensionTermLabels,
} from '#lib/members/labels.ts'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { formatCount, pointText } from '#lib/money/points.ts'
import { memberPriceGroupTexts } from '#lib/prices/staff-labels.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type DetailFact, DetailFacts, factTimeText } from '../detail.tsx'
import { PageLink } from '../page-link.tsx'

const restrictionTones: Record<AdminMemberRow['restriction'], Tone> = {
  NORMAL: 'neutral',
  WARNED: 'warn',
  SUSPENDED: 'bad',
  BANNED: 'bad',
}

/** Badge of a member's restriction; a deleted account has 탈퇴 instead. */
export function RestrictionBadge({ restriction, deletedAt }: Pick<AdminMemberRow, 'restriction' | 'deletedAt'>) {
  if (deletedAt) return <Badge>탈퇴</Badge>
  return <Badge tone={restrictionTones[restriction]}>{restrictionLabels[restriction]}</Badge>
}

/** Badge of a staff role; none for the role MEMBER, which nearly everybody has. */
export function RoleBadge({ role }: Pick<AdminMemberRow, 'role'>) {
  return role === 'MEMBER' ? null : <Badge tone="main">{roleLabels[role]}</Badge>
}

interface MemberFactsProps {
  readonly member: AdminMemberRow
  readonly detail: AdminMember | null
  /** Revokes the API key; null if the viewer may not. */
  readonly onRevoke: (() => void) | null
  /**
   * Opens the form that changes the member's price group; null if the viewer may not change it, or the shop has no
   * groups.
   */
  readonly onChangeGroup: (() => void) | null
}

function ApiKey({ madeAt, onRevoke }: Pick<MemberFactsProps, 'onRevoke'> & { readonly madeAt: string }) {
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

function PriceGroup({ name, onChange }: { readonly name: string | undefined; readonly onChange: (() => void) | null }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {name ?? memberPriceGroupTexts.none}
      {onChange && (
        <Button size="s" onClick={onChange}>
          {memberPriceGroupTexts.action}
        </Button>
      )}
    </span>
  )
}

/** Which version of terms and privacy policy the member agreed to, and when; links to the text. */
const agreementFacts = (agreements: AdminMember['agreements']): DetailFact[] =>
  agreements.map(({ kind, since, agreedAt }) => [
    agreementLabels[kind],
    <span key={kind} className="flex flex-wrap gap-x-2">
      {seoulTime(agreedAt)}
      <a href={`/terms/${kind}?since=${since}`} target="_blank" rel="noopener" className="text-main-text">
        {agreedVersionText(since)}
      </a>
    </span>,
  ])

/** Facts of a member in the detail panel: restriction, role, balance, debt, contact data, API key and memo. */
export function MemberFacts({ member, detail, onRevoke, onChangeGroup }: MemberFactsProps) {
  const { memberNo, restrictedUntil, memo, deletedAt } = member
  const groupName = detail?.priceGroup?.name
  const recordsLink = (
    <PageLink path="/admin/retained-records" query={{ memberNo }}>
      보관 기록 열람
    </PageLink>
  )
  return (
    <DetailFacts
      facts={[
        ['상태', <RestrictionBadge key="status" {...member} />],
        [
          '제한 종료',
          (restrictedUntil || member.restriction === 'SUSPENDED') &&
            (factTimeText(restrictedUntil) ?? suspensionTermLabels.OPEN),
        ],
        ['제한 사유', member.restrictionReason],
        ['권한', member.role !== 'MEMBER' && <RoleBadge role={member.role} />],
        ['회원번호', formatCount(memberNo)],
        ['잔액', pointText(member.point)],
        ['미수금', detail && detail.debt > 0 && <span className="text-bad">{pointText(detail.debt)}</span>],
        [
          memberPriceGroupTexts.label,
          (onChangeGroup || groupName) && <PriceGroup key="group" name={groupName} onChange={onChangeGroup} />,
        ],
        ['이메일', member.email],
        ['휴대전화', member.phone],
        ['가입', seoulTime(member.createdAt)],
        ...agreementFacts(detail?.agreements ?? []),
        ['최근 로그인', factTimeText(member.lastLoginAt) ?? '없음'],
        ['탈퇴', factTimeText(deletedAt)],
        ['기록', deletedAt && recordsLink],
        ['API 키', detail?.apiKeyMadeAt && <ApiKey madeAt={detail.apiKeyMadeAt} onRevoke={onRevoke} />],
        ['메모', memo && <span className="whitespace-pre-wrap">{memo}</span>],
      ]}
    />
  )
}

import { formatCount } from '#lib/money/points.ts'
import { roleDuties } from '#lib/staff/labels.ts'
import type { StaffRow } from '#lib/staff/schema.ts'
import { deviceName } from '../../sessions/device-name.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { RoleBadge, TotpBadge } from './staff-columns.tsx'

/** Those used last: more would push what can be done with them out of sight. */
const SHOWN_DEVICES = 5

function factsOf({ role, totpSince, recoveryCodesLeft, lastLoginAt, createdAt }: StaffRow): Fact[] {
  return [
    { term: '권한', value: <RoleBadge role={role} /> },
    { term: '2단계 인증', value: <TotpBadge totpSince={totpSince} /> },
    ...(totpSince
      ? [
          { term: '설정 시각', value: seoulTime(totpSince) },
          { term: '복구 코드', value: `${formatCount(recoveryCodesLeft)}개 남음` },
        ]
      : []),
    { term: '마지막 로그인', value: lastLoginAt ? seoulTime(lastLoginAt) : '없음' },
    { term: '가입', value: seoulTime(createdAt) },
  ]
}

/** What one of the staff may do, and where he is signed in. */
export function StaffDetail({ staff }: { readonly staff: StaffRow }) {
  const shown = staff.sessions.slice(0, SHOWN_DEVICES)
  const more = staff.sessions.length - shown.length
  return (
    <>
      <p className="text-s text-ink-3">{roleDuties[staff.role]}</p>
      <Facts facts={factsOf(staff)} align="start" className="text-s tabular-nums" />
      <section aria-label="로그인된 기기" className="grid gap-2 rounded-tile border border-line p-4 text-s">
        <h3 className="font-semibold">로그인된 기기</h3>
        {staff.sessions.length === 0 && <p className="text-ink-3">로그인된 기기가 없어요.</p>}
        <ul className="grid gap-2">
          {shown.map(({ device, lastUsedAt }) => (
            <li key={`${device} ${lastUsedAt}`} className="grid">
              <span>{deviceName(device)}</span>
              <span className="text-ink-3 tabular-nums">마지막 사용 {seoulTime(lastUsedAt)}</span>
            </li>
          ))}
        </ul>
        {more > 0 && <p className="text-ink-3">그 밖의 기기 {formatCount(more)}대</p>}
      </section>
    </>
  )
}

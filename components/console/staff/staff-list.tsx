'use client'

import { roleLabels } from '#lib/members/labels.ts'
import { formatCount } from '#lib/money/points.ts'
import { roleChangedText, rolePermissionTexts, roleWillChangeText } from '#lib/staff/labels.ts'
import type { ChangedRole, EnrolCode, StaffRow } from '#lib/staff/schema.ts'
import { deviceName } from '../../sessions/device-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { DetailFacts, factTimeText } from '../detail.tsx'
import { FormPromptDialog } from '../form-prompt.tsx'
import { column, rightAlignedColumn, titleColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { RowTime } from '../row-context.tsx'
import type { ConsoleCall } from '../use-console-call.ts'
import { type ListProps, useList } from '../use-list.ts'
import { EnrolCodeDialog, roleForm } from './staff-forms.tsx'

const RoleBadge = ({ role }: Pick<StaffRow, 'role'>) => (
  <Badge tone={role === 'OWNER' ? 'main' : 'neutral'}>{roleLabels[role]}</Badge>
)

const TotpBadge = ({ totpSince }: Pick<StaffRow, 'totpSince'>) =>
  totpSince ? <Badge tone="good">설정됨</Badge> : <Badge tone="warn">설정 전</Badge>

/** A staff member as a row of ListPage, which needs an `id`: the numeric id of the member (`memberNo`). */
type StaffListRow = StaffRow & { readonly id: number }

const staffColumns: readonly Column<StaffListRow>[] = [
  titleColumn('아이디', ({ memberId }) => memberId),
  column('권한', RoleBadge, 'badge'),
  column(
    '마지막 로그인',
    ({ lastLoginAt }) => (
      <>
        <span className="wide:hidden">마지막 로그인 </span>
        <RowTime at={lastLoginAt} none="없음" />
      </>
    ),
    'line',
    'whitespace-nowrap tabular-nums text-ink-3',
  ),
  column(
    '2단계 인증',
    (row) => (
      <span className="inline-flex items-center gap-1.5">
        <span className="text-s font-normal text-ink-3 wide:hidden">2단계 인증</span>
        <TotpBadge {...row} />
      </span>
    ),
    'amount',
  ),
  rightAlignedColumn('로그인된 기기', ({ sessions }) => `${formatCount(sessions.length)}대`, 'detail'),
]

const emptyStaffText = ['운영자가 없어요.', '회원을 운영자로 지정하면 여기에 나타나요.'] as const

const GRANT_DIALOG = '운영자 추가'

/** List of staff with the sessions of the selected member and, for an OWNER, the actions on the account. */
export function StaffList({ mayAct, ...props }: ListProps<StaffRow>) {
  const list = useList({ ...props, rows: props.rows.map((row) => ({ ...row, id: row.memberNo })) })
  const { row: staff, busy } = list
  // After a refused call the dialog stays open, so that a mistyped id can be corrected.
  const sendAndClose = async <T,>(call: ConsoleCall<T>) => {
    const answer = await list.run(call)
    if (answer?.ok) list.closeDialog()
    return answer
  }
  const setRole = async (body: { memberId: string; role: StaffRow['role'] }) => {
    const answer = await sendAndClose<ChangedRole>({
      method: 'POST',
      path: '/api/admin/staff',
      body,
      done: ({ effectiveAt }) =>
        effectiveAt
          ? roleWillChangeText(body.memberId, body.role, seoulTime(effectiveAt))
          : roleChangedText(body.memberId, body.role),
    })
    // A member who has become staff is selected as soon as the list has the row.
    if (answer?.ok && body.role !== 'MEMBER') list.choose(answer.body.memberNo)
  }
  const actionsOf = (row: StaffListRow): readonly Action[] => {
    const { memberId, memberNo, totpSince, sessions } = row
    const path = `/api/admin/staff/${memberNo}`
    const issue = async () => {
      const answer = await list.run<EnrolCode>({ method: 'POST', path: `${path}/enrol-code` })
      return answer?.ok ? answer.body : null
    }
    const enrolment: Action = {
      key: 'r',
      label: '등록 코드 발급',
      dialog: (controls) => <EnrolCodeDialog {...controls} staff={row} issue={issue} />,
    }
    const reset: Action = {
      key: 'r',
      label: '2단계 인증 초기화',
      confirm: {
        text: `${memberId} 운영자의 인증 앱과 복구 코드를 지우고 모든 기기에서 로그아웃해요. 다음 로그인 때 인증 앱을 새로 설정해요. 본인이 요청했는지 먼저 확인해 주세요.`,
        action: '초기화',
        onConfirm: () =>
          sendAndClose({ method: 'DELETE', path: `${path}/totp`, done: `${memberId} 님의 2단계 인증을 초기화했어요.` }),
      },
    }
    const signOut: Action = {
      key: 'd',
      label: '모든 기기 로그아웃',
      confirm: {
        text: `${memberId} 운영자를 모든 기기에서 로그아웃해요. 저장하지 않은 내용은 사라져요.`,
        action: '로그아웃',
        onConfirm: () =>
          sendAndClose({
            method: 'DELETE',
            path: `${path}/sessions`,
            done: `${memberId} 님을 모든 기기에서 로그아웃했어요.`,
          }),
      },
    }
    const role: Action = { key: 'a', label: '권한 변경', form: roleForm(row, setRole) }
    // An authenticator that is set up can be reset; otherwise a code to set one up can be issued. Without sessions
    // there is nothing to sign out.
    return [role, totpSince ? reset : enrolment, ...(sessions.length > 0 ? [signOut] : [])]
  }
  return (
    <>
      <PageTitle
        title="운영자"
        hint="운영 화면에 들어올 수 있는 사람"
        actions={
          mayAct && (
            <Button size="s" tone="main" onClick={() => list.openDialog(GRANT_DIALOG)}>
              {GRANT_DIALOG}
            </Button>
          )
        }
      />
      <ListPage
        {...{ list, columns: staffColumns }}
        noun="운영자"
        emptyTexts={{ search: emptyStaffText, none: emptyStaffText }}
        titleOf={({ memberId }) => memberId}
        actions={staff && mayAct ? actionsOf(staff) : []}
        hasSearch={false}
        detail={(row) => <StaffDetail staff={row} />}
      >
        {list.dialog === GRANT_DIALOG && (
          <FormPromptDialog {...roleForm(null, setRole)} busy={busy} onClose={list.closeDialog} />
        )}
      </ListPage>
    </>
  )
}

/** Maximum number of sessions shown, the last used first; more would push the actions below them out of view. */
const MAX_SHOWN_SESSIONS = 5

/** Detail of a staff member: role, two-factor sign-in and sessions. */
function StaffDetail({ staff }: { readonly staff: StaffRow }) {
  const { totpSince, sessions, recoveryCodesLeft } = staff
  const shownSessions = sessions.slice(0, MAX_SHOWN_SESSIONS)
  const hiddenCount = sessions.length - shownSessions.length
  return (
    <>
      <p className="text-s text-ink-3">{rolePermissionTexts[staff.role]}</p>
      <DetailFacts
        facts={[
          ['권한', <RoleBadge key="role" {...staff} />],
          ['2단계 인증', <TotpBadge key="totp" {...staff} />],
          ['설정 시각', factTimeText(totpSince)],
          ['복구 코드', totpSince && `${formatCount(recoveryCodesLeft)}개 남음`],
          ['마지막 로그인', factTimeText(staff.lastLoginAt) ?? '없음'],
          ['가입', seoulTime(staff.createdAt)],
        ]}
      />
      <section aria-label="로그인된 기기" className="grid gap-2 rounded-tile border border-line p-4 text-s">
        <h3 className="font-semibold">로그인된 기기</h3>
        {sessions.length === 0 && <p className="text-ink-3">로그인된 기기가 없어요.</p>}
        <ul className="grid gap-2">
          {shownSessions.map(({ device, lastUsedAt }) => (
            <li key={`${device} ${lastUsedAt}`} className="grid">
              <span>{deviceName(device)}</span>
              <span className="text-ink-3 tabular-nums">마지막 사용 {seoulTime(lastUsedAt)}</span>
            </li>
          ))}
        </ul>
        {hiddenCount > 0 && <p className="text-ink-3">그 밖의 기기 {formatCount(hiddenCount)}대</p>}
      </section>
    </>
  )
}

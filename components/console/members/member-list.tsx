'use client'

import { useRef, useState } from 'react'
import { doneOrWaitsText } from '#lib/approvals/labels.ts'
import type { AdminMember } from '#lib/members/detail/schema.ts'
import { restrictionLabels } from '#lib/members/labels.ts'
import { mayRestrict } from '#lib/members/rules.ts'
import type { AdminMemberRow } from '#lib/members/schema.ts'
import { formatCount, pointsFromResponse } from '#lib/money/points.ts'
import { adjustmentDoneText } from '#lib/points/rules.ts'
import { memberPriceGroupTexts } from '#lib/prices/staff-labels.ts'
import { type CallAttempt, callAttemptFor } from '../../chrome/attempt.ts'
import type { Column } from '../../ui/table.tsx'
import type { Action } from '../actions.tsx'
import { column, hiddenOnPhoneClass, pointsColumn, rightAlignedColumn, sortableColumn } from '../list-columns.tsx'
import { ListPage } from '../list-page.tsx'
import { PriceRules } from '../prices/price-rules.tsx'
import { RowLink, RowTime } from '../row-context.tsx'
import type { ConsoleCall } from '../use-console-call.ts'
import { useDetail } from '../use-detail.ts'
import { type ListProps, useList } from '../use-list.ts'
import { MemberFacts, RestrictionBadge, RoleBadge } from './member-facts.tsx'
import { adjustmentForm, memberPriceGroupForm, memoForm } from './member-forms.tsx'
import { MemberRecordList } from './member-record-list.tsx'
import { restrictionForm, type ShopContact } from './restriction-form.tsx'

interface MemberListProps extends Omit<ListProps<AdminMemberRow, string>, 'mayAct'> {
  /** Detail of the selected member, loaded by the server with the page; null if none is selected. */
  readonly initialDetail: AdminMember | null
  /** The signed-in staff member; `memberId` is the numeric id. */
  readonly viewer: { readonly memberId: number; readonly role: string }
  /** The setting ADJUSTMENT_LIMIT, in whole points: an adjustment above it needs a confirmation. */
  readonly limit: number
  /** True if the viewer is an OWNER who confirms such an adjustment himself, because nobody else can. */
  readonly isAlone: boolean
  readonly priceGroups: readonly { readonly id: number; readonly name: string }[]
  /** How to reach the shop: shown to restricted members, and to staff in the preview of a restriction. */
  readonly contact: ShopContact
}

/** A member as a row of ListPage, which needs an `id`: the numeric id of the member (`memberNo`). */
type MemberRow = AdminMemberRow & { readonly id: number }

const memberColumns: readonly Column<MemberRow>[] = [
  sortableColumn(
    'memberNo',
    rightAlignedColumn('번호', ({ memberNo }) => formatCount(memberNo), 'line', `${hiddenOnPhoneClass} text-ink-3`),
  ),
  column(
    '아이디',
    (member) => (
      <span className="inline-flex items-center gap-1.5">
        <RowLink id={member.id}>
          <b className="font-semibold">{member.memberId}</b>
        </RowLink>
        <RoleBadge role={member.role} />
      </span>
    ),
    'title',
    'whitespace-nowrap',
  ),
  column('연락처', ({ email, phone }) => email ?? phone ?? '—', 'line', 'wide:w-full wide:max-w-0 truncate text-ink-2'),
  pointsColumn('잔액', ({ point }) => point),
  sortableColumn(
    'lastLoginAt',
    column(
      '최근 로그인',
      ({ lastLoginAt }) => <RowTime at={lastLoginAt} none="—" />,
      'line',
      `${hiddenOnPhoneClass} whitespace-nowrap tabular-nums`,
    ),
  ),
  column('상태', RestrictionBadge, 'badge'),
]

const emptyTexts = {
  search: ['찾는 회원이 없어요.', '아이디, 이메일, 휴대전화의 앞부분이나 회원번호로 찾아 보세요.'],
  older: ['더 오래된 회원이 없어요.', '처음으로 돌아가 최근 회원을 확인하세요.'],
  none: ['이런 회원이 없어요.', '다른 상태나 권한을 골라 보세요.'],
} as const

type AdjustmentAnswer = { readonly approval?: { readonly alone: boolean } }

const REVOKE_DIALOG = '키 해지'
const GROUP_DIALOG = memberPriceGroupTexts.label

/**
 * List of members with the detail of the selected one and the actions on the account, such as adjusting its points or
 * restricting it.
 */
export function MemberList({ initialDetail, viewer, limit, isAlone, contact, priceGroups, ...props }: MemberListProps) {
  const list = useList({ ...props, rows: props.rows.map((row) => ({ ...row, id: row.memberNo })) })
  const { row: member } = list
  /**
   * Number of calls made on this page. The detail is loaded again after each, because a call can change the records of
   * a member without changing the row in the list.
   */
  const [callCount, setCallCount] = useState(0)
  const attempt = useRef<CallAttempt | null>(null)
  const { detail, failed } = useDetail<AdminMemberRow, AdminMember>(
    member,
    {
      pathOf: ({ memberNo }) => `/api/admin/members/${memberNo}`,
      versionOf: ({ memberNo, point, restriction, lastLoginAt }) =>
        [memberNo, point, restriction, lastLoginAt, callCount].join(' '),
    },
    initialDetail,
  )
  async function send<T>(call: ConsoleCall<T>) {
    const answer = await list.run<T>(call)
    if (!answer) return null
    setCallCount((before) => before + 1)
    if (answer.ok || answer.status === 409) list.closeDialog()
    return answer
  }
  async function adjust({ memberNo, memberId }: MemberRow, body: { delta: number; reason: string }) {
    // A retry after an unknown outcome sends the same idempotency key, so that the adjustment is made only once
    // (docs/contract.md#idempotency).
    attempt.current = callAttemptFor(attempt.current, `${memberNo} ${JSON.stringify(body)}`)
    const answer = await send<AdjustmentAnswer>({
      method: 'POST',
      path: `/api/admin/members/${memberNo}/points`,
      body,
      headers: { 'idempotency-key': attempt.current.key },
      done: doneOrWaitsText('ADJUSTMENT', adjustmentDoneText(memberId, body.delta)),
    })
    if (answer) attempt.current = null
  }
  const actionsOf = (row: MemberRow): readonly Action[] => {
    const { memberId, memberNo } = row
    const path = `/api/admin/members/${memberNo}`
    const restrict = (body: { level: AdminMemberRow['restriction'] }) =>
      send({
        method: 'POST',
        path: `${path}/restriction`,
        body: { ...body, seen: { level: row.restriction, until: row.restrictedUntil } },
        done: `${memberId} 님을 ${restrictionLabels[body.level]} 상태로 바꿨어요.`,
      })
    const saveMemo = async (memo: string) => {
      const done = `${memberId} 님의 메모를 저장했어요.`
      const answer = await list.run({ method: 'POST', path: `${path}/memo`, body: { memo, seen: row.memo }, done })
      if (!answer) return null
      // The dialog stays open with what was typed if a colleague has written another memo meanwhile.
      if (!answer.ok) return { path: 'memo', message: answer.message }
      setCallCount((before) => before + 1)
      list.closeDialog()
      return null
    }
    const facts = {
      balance: pointsFromResponse(row.point),
      limit: pointsFromResponse(limit),
      isOwner: viewer.role === 'OWNER',
      isAlone,
    }
    const points: Action = {
      key: 'a',
      label: '포인트 조정',
      form: adjustmentForm(row, facts, (body) => adjust(row, body)),
    }
    const restriction: Action = { key: 'r', label: '이용 제한', form: restrictionForm(row, contact, restrict) }
    const memo: Action = { key: 'd', label: '메모', form: memoForm(row, saveMemo) }
    const mayRestrictMember = mayRestrict(viewer, { memberId: memberNo, role: row.role })
    return [points, ...(mayRestrictMember ? [restriction] : []), memo]
  }
  const groupChange = ({ memberId, memberNo }: MemberRow) =>
    memberPriceGroupForm(priceGroups, detail?.priceGroup?.id ?? null, (groupId) =>
      send({
        method: 'PUT',
        path: `/api/admin/members/${memberNo}/price-group`,
        body: { groupId, ...(detail && { seen: { groupId: detail.priceGroup?.id ?? null } }) },
        done: memberPriceGroupTexts.done(memberId),
      }),
    )
  const revocation = ({ memberId, memberNo }: MemberRow) => ({
    title: 'API 키 해지',
    text: `${memberId} 회원의 API 키가 바로 막혀요. 이 키를 쓰는 프로그램은 주문할 수 없고, 회원은 계정설정에서 새 키를 받을 수 있어요.`,
    onConfirm: () =>
      send({
        method: 'DELETE',
        path: `/api/admin/members/${memberNo}/api-key`,
        done: `${memberId} 님의 API 키를 해지했어요.`,
      }),
  })
  const mayAct = viewer.role !== 'SUPPORT' && member !== undefined && member.deletedAt === null
  return (
    <ListPage
      {...{ list, columns: memberColumns, emptyTexts }}
      noun="회원"
      dense="tight"
      titleOf={({ memberId }) => memberId}
      actions={mayAct ? actionsOf(member) : []}
      detail={(row) => (
        <MemberFacts
          member={row}
          detail={detail}
          onRevoke={mayAct ? () => list.openDialog(REVOKE_DIALOG) : null}
          onChangeGroup={mayAct && priceGroups.length > 0 ? () => list.openDialog(GROUP_DIALOG) : null}
        />
      )}
      records={(row) => (
        <>
          <PriceRules
            key={row.memberNo}
            owner={{ memberNo: row.memberNo }}
            mayAct={mayAct}
            mayGoBelowCost={viewer.role === 'OWNER'}
          />
          <MemberRecordList {...{ detail, failed }} />
        </>
      )}
      dialogs={(row) => ({
        [REVOKE_DIALOG]: { confirm: revocation(row) },
        [GROUP_DIALOG]: { form: groupChange(row) },
      })}
    />
  )
}

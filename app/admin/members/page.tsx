import type { Metadata } from 'next'
import { listReactKey, parseListState, type SearchParams } from '#components/console/list-state.ts'
import { ExportLink, ListFooter, ListTools } from '#components/console/list-tools.tsx'
import { memberListUrl, restrictionChips, roleFilterChips } from '#components/console/members/member-filters.ts'
import { MemberList } from '#components/console/members/member-list.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { seoulDay } from '#components/ui/seoul-time.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { memberDetail } from '#lib/members/detail/queries.ts'
import { membersForStaff } from '#lib/members/queries.ts'
import { restrictionLevels, roles } from '#lib/members/schema.ts'
import { confirmsAdjustmentsAlone } from '#lib/points/queries.ts'
import { priceGroupsForStaff } from '#lib/prices/queries/list-groups.ts'
import { settings } from '#lib/settings/queries.ts'
import { allowStaff } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '회원' }

export default async function MembersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await allowStaff()
  const state = parseListState(await searchParams, memberListUrl)
  const status = restrictionLevels.find((each) => each === state.status)
  const role = roles.find((each) => each === state.filter)
  const [list, { ADJUSTMENT_LIMIT, FOOTER_CEO_PHONE_NUMBER: phone, SITE_KAKAO_CHANNEL_LINK: chat }] = await Promise.all(
    [membersForStaff(db(), { ...state, status, role, size: 50 }), settings(db())],
  )
  const shownRow = list.rows.find(({ memberNo }) => memberNo === state.chosen) ?? list.rows[0]
  const [initialDetail, { rows: priceGroups }, isAlone] = await Promise.all([
    shownRow ? memberDetail(db(), shownRow.memberNo) : null,
    priceGroupsForStaff(),
    confirmsAdjustmentsAlone(db(), staff),
  ])
  return (
    <>
      <PageTitle
        title="회원"
        actions={<ExportLink call="/api/admin/members" {...{ listUrl: memberListUrl, state }} />}
      />
      <ListTools
        listUrl={memberListUrl}
        state={state}
        search="아이디, 이메일, 휴대전화, 번호"
        chips={restrictionChips}
        filters={roleFilterChips}
        today={seoulDay(clock.now())}
      />
      <MemberList
        key={listReactKey(state)}
        rows={list.rows}
        initialDetail={initialDetail}
        now={clock.now().getTime()}
        listUrl={memberListUrl}
        state={state}
        viewer={{ memberId: staff.memberId, role: staff.role }}
        limit={ADJUSTMENT_LIMIT}
        isAlone={isAlone}
        contact={{ phone, chat }}
        priceGroups={priceGroups}
      />
      <ListFooter
        listUrl={memberListUrl}
        state={state}
        shown={list.rows.length}
        total={list.total}
        nextCursor={list.nextCursor}
      />
    </>
  )
}

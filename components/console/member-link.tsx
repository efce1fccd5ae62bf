import { formatCount } from '#lib/money/points.ts'
import { formerMemberName } from '#lib/retained-records/labels.ts'
import { PageLink } from './page-link.tsx'

/** A member by id and number, a step from all that is known of him. */
export function MemberLink({ memberNo, memberId }: { readonly memberNo: number; readonly memberId: string }) {
  return (
    <PageLink path="/admin/members" query={{ q: memberNo }}>
      {memberId === formerMemberName(memberNo) ? memberId : `${memberId} (${formatCount(memberNo)})`}
    </PageLink>
  )
}

import type { Metadata } from 'next'
import { type ListPlace, listState, type SearchParams } from '#components/console/list-state.ts'
import { StaffDesk } from '#components/console/staff/staff-desk.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { staffMembers } from '#lib/staff/queries.ts'
import { allowStaff } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: '운영자' }

const place: ListPlace = { path: '/admin/staff', statuses: [], preset: undefined }

export default async function StaffPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await allowStaff()
  const state = listState(await searchParams, place)
  const rows = await staffMembers(db())
  return (
    <StaffDesk rows={rows} now={clock.now().getTime()} place={place} state={state} mayAct={viewer.role === 'OWNER'} />
  )
}

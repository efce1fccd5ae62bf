'use client'

import { useState } from 'react'
import { roleLabels } from '#lib/members/labels.ts'
import type { ChangedRole, EnrolCode, StaffRow } from '#lib/staff/schema.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { Acts, actKeys, actShortcuts } from '../acts.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { listKeys } from '../key-help.tsx'
import { ListLayout } from '../list-layout.tsx'
import { type ListPlace, type ListState, listHref } from '../list-state.ts'
import { type ConsoleCall, useConsoleCall } from '../use-console-call.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { EnrolCodeDialog } from './enrol-code-dialog.tsx'
import { type RoleChoice, RoleDialog } from './role-dialog.tsx'
import { actsOf, callOf, type StaffVerb, wordsOf } from './staff-acts.ts'
import { staffColumns } from './staff-columns.tsx'
import { StaffDetail } from './staff-detail.tsx'

interface StaffListProps {
  readonly rows: readonly StaffRow[]
  /** The server's time, in milliseconds. */
  readonly now: number
  readonly place: ListPlace
  readonly state: ListState
  /** OWNER alone (docs/contract.md#staff). */
  readonly mayAct: boolean
}

const hint = '운영 화면에 들어올 수 있는 사람'

/** Who works here, the chosen one's devices, and what owners may do about him. */
export function StaffList({ rows, now, place, state, mayAct }: StaffListProps) {
  const [dialog, setDialog] = useState<StaffVerb | 'grant' | null>(null)
  const selection = useSelection(
    rows.map((row) => ({ ...row, id: row.memberNo })),
    state.chosen,
  )
  const staff = selection.row
  const { busy, run } = useConsoleCall()
  const [enrolCode, setEnrolCode] = useState<EnrolCode | null>(null)
  const close = () => {
    setDialog(null)
    setEnrolCode(null)
  }
  const finish = async <T,>(call: ConsoleCall<T>) => {
    const answered = await run(call)
    // Refused in words, the dialog stays: a mistyped id wants correcting.
    if (answered?.ok) close()
  }
  const setRole = ({ memberId, role }: RoleChoice) =>
    finish<ChangedRole>({
      method: 'POST',
      path: '/api/admin/staff',
      body: { memberId, role },
      done: ({ effectiveAt }) =>
        effectiveAt
          ? `${memberId} 님의 권한은 ${seoulTime(effectiveAt)}에 ${roleLabels[role]}로 바뀌어요.`
          : `${memberId} · ${roleLabels[role]}`,
    })
  const issueEnrolCode = async (memberNo: number) => {
    const answered = await run<EnrolCode>({ method: 'POST', path: `/api/admin/staff/${memberNo}/enrol-code` })
    if (answered?.ok) setEnrolCode(answered.body)
  }
  const acts = staff && mayAct ? actsOf(staff).map(({ verb, ...act }) => ({ ...act, run: () => setDialog(verb) })) : []
  useListKeys(selection, actShortcuts(acts), dialog !== null)
  const keys = listKeys(actKeys(acts)).filter(({ keys: [key] }) => key !== '/')
  return (
    <>
      <PageTitle
        title="운영자"
        hint={hint}
        actions={
          mayAct && (
            <Button size="s" tone="main" onClick={() => setDialog('grant')}>
              운영자 추가
            </Button>
          )
        }
      />
      <ListLayout
        selection={selection}
        caption="운영자"
        columns={staffColumns(now, (id) => listHref(place, { chosen: id }))}
        empty={<EmptyState title="운영자가 없어요." hint="회원을 운영자로 지정하면 여기에 나타나요." />}
        titleOf={({ memberId }) => memberId}
        none="고른 운영자 없음"
        choose="목록에서 운영자를 고르면 내용이 여기에 보여요."
        keys={keys}
      >
        {(row) => (
          <>
            <StaffDetail staff={row} />
            <Acts acts={acts} busy={busy} />
          </>
        )}
      </ListLayout>
      {dialog === 'grant' && <RoleDialog staff={null} busy={busy} onGiven={setRole} onClose={close} />}
      {dialog === 'role' && staff && <RoleDialog staff={staff} busy={busy} onGiven={setRole} onClose={close} />}
      {dialog === 'enrol' && staff && (
        <EnrolCodeDialog
          staff={staff}
          issued={enrolCode}
          busy={busy}
          onIssue={() => issueEnrolCode(staff.memberNo)}
          onClose={close}
        />
      )}
      {staff && (dialog === 'reset' || dialog === 'signOut') && (
        <ConfirmDialog
          {...wordsOf(dialog, staff)}
          busy={busy}
          onConfirm={() => finish(callOf(dialog, staff))}
          onClose={close}
        />
      )}
    </>
  )
}

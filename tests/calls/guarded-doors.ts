import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { confirmChangeCall } from '#lib/pending-changes/decisions/calls.ts'
import { applyDueChanges } from '#lib/pending-changes/decisions/decide-change.ts'
import { ageStaff, makeChangeDue } from '#lib/pending-changes/decisions/testing/changes.ts'
import { changeProviderCall } from '#lib/providers/calls.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { saveSettingsCall } from '#lib/settings/saving/calls.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { changeRoleCall, grantRoleCall } from '#lib/staff/calls.ts'
import { act, type Door, type Doors, type Staff } from './doors.ts'

/** Makes the shop one in whose first 24 hours changes take effect at once, or one that is older. */
async function setAge(age: 'new' | 'old'): Promise<void> {
  if (age === 'old') await ageStaff()
  else await db().rows('UPDATE members SET created_at = now()')
}

const waitingId = async () =>
  (await oneRow<{ id: number }>(db(), "SELECT id FROM pending_changes WHERE state = 'WAITING'")).id

type Change = { call: Call; id?: number; body: unknown; subjectType: string; subjectId: number | string }

/** The doors of a guarded change: at once, after a second OWNER's consent, and when its period has passed. */
function guarded({ owner, secondOwner }: Staff, newChange: () => Promise<Change>): Record<string, Door> {
  const request = async (age: 'new' | 'old') => {
    const { call, subjectType, subjectId, ...asked } = await newChange()
    await setAge(age)
    await act(call, owner, asked)
    return { subjectType, subjectId, actor: owner }
  }
  return {
    'the call': () => request('new'),
    'a second OWNER’s consent': async () => {
      const done = await request('old')
      await act(confirmChangeCall, secondOwner, { id: await waitingId() })
      return done
    },
    'the end of its period': async () => {
      const done = await request('old')
      await makeChangeDue(await waitingId())
      await applyDueChanges(db())
      return done
    },
  }
}

let accounts = 0

export function guardedDoors(staff: Staff): Doors {
  const settingChange = async (): Promise<Change> => {
    await saveSettings({ BANKING_ACCOUNT_NUMBER: `110-111-${++accounts}` })
    const body = { BANKING_ACCOUNT_NUMBER: `999-999-${accounts}` }
    return { call: saveSettingsCall, body, subjectType: 'settings', subjectId: '-' }
  }
  const providerChange = async (): Promise<Change> => {
    const id = await makeProvider({ url: 'https://old.example.com/api/v2', key: 'their-key' })
    const body = { apiUrl: 'https://new.example.com/api/v2', key: 'another-key' }
    return { call: changeProviderCall, id, body, subjectType: 'provider', subjectId: id }
  }
  const roleChange = async (): Promise<Change> => {
    const { id } = await makeMember()
    return { call: changeRoleCall, id, body: { role: 'SUPPORT' }, subjectType: 'member', subjectId: id }
  }
  const grant = async (): Promise<Change> => {
    const { id, loginId } = await makeMember()
    return { call: grantRoleCall, body: { memberId: loginId, role: 'SUPPORT' }, subjectType: 'member', subjectId: id }
  }
  const granted = Object.entries(guarded(staff, grant)).map(([door, through]) => [`a grant: ${door}`, through])
  return {
    'settings.save': guarded(staff, settingChange),
    'provider.change': guarded(staff, providerChange),
    'staff.role': { ...guarded(staff, roleChange), ...Object.fromEntries(granted) },
  }
}

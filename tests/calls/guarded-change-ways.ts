import type { Call } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { confirmChangeCall } from '#lib/pending-changes/decisions/calls.ts'
import { applyDueChanges } from '#lib/pending-changes/decisions/decide-change.ts'
import { makeChangeDue, makeStaffTwoDaysOld } from '#lib/pending-changes/decisions/testing/changes.ts'
import { changeProviderCall } from '#lib/providers/calls.ts'
import { makeProvider } from '#lib/providers/testing/providers.ts'
import { saveSettingsCall } from '#lib/settings/saving/calls.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { changeRoleCall, grantRoleCall } from '#lib/staff/calls.ts'
import { type ActionWay, type Staff, sendStaffCall, type WaysByAction } from './action-ways.ts'

/**
 * Makes the shop 'new' (less than 24 hours old), so that an OWNER's changes take effect at once, or 'old', so that they
 * wait (docs/contract.md#pending-changes).
 */
async function setShopAge(age: 'new' | 'old'): Promise<void> {
  if (age === 'old') await makeStaffTwoDaysOld()
  else await db().rows('UPDATE members SET created_at = now()')
}

const waitingChangeId = async () =>
  (await oneRow<{ id: number }>(db(), "SELECT id FROM pending_changes WHERE state = 'WAITING'")).id

type Change = { call: Call; id?: number; body: unknown; subjectType: string; subjectId: number | string }

/**
 * The three ways in which a guarded change takes effect: at once, by the confirmation of a second OWNER, or at the end
 * of its waiting period.
 */
function waysOfChange({ owner, secondOwner }: Staff, newChange: () => Promise<Change>): Record<string, ActionWay> {
  const request = async (age: 'new' | 'old') => {
    const { call, subjectType, subjectId, ...asked } = await newChange()
    await setShopAge(age)
    await sendStaffCall(call, owner, asked)
    return { subjectType, subjectId, actor: owner }
  }
  return {
    'the call': () => request('new'),
    'a second OWNER’s consent': async () => {
      const done = await request('old')
      await sendStaffCall(confirmChangeCall, secondOwner, { id: await waitingChangeId() })
      return done
    },
    'the end of its period': async () => {
      const done = await request('old')
      await makeChangeDue(await waitingChangeId())
      await applyDueChanges(db())
      return done
    },
  }
}

let accountCount = 0

/** The ways in which staff change guarded settings, providers and roles, by the name of the action. */
export function guardedChangeWays(staff: Staff): WaysByAction {
  const settingChange = async (): Promise<Change> => {
    await saveSettings({ BANKING_ACCOUNT_NUMBER: `110-111-${++accountCount}` })
    const body = { BANKING_ACCOUNT_NUMBER: `999-999-${accountCount}` }
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
  const granted = Object.entries(waysOfChange(staff, grant)).map(([way, through]) => [`a grant: ${way}`, through])
  return {
    'settings.save': waysOfChange(staff, settingChange),
    'provider.change': waysOfChange(staff, providerChange),
    'staff.role': { ...waysOfChange(staff, roleChange), ...Object.fromEntries(granted) },
  }
}

import { recordAudit } from '#lib/audit/record-audit.ts'
import { encrypt } from '#lib/core/crypto.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { type ChangeKind, changeKindLabels } from './labels.ts'
import { otherOwnerSql } from './queries.ts'
import { waitOf } from './rules.ts'
import type { ShownChange } from './schema.ts'

/** Purpose from which the encryption key of stored values is derived. */
export const CHANGE_PURPOSE = 'pending-change'

export type RequestedChange = {
  kind: ChangeKind
  /** The setting's key, the member's or the provider's number. */
  subject: string
  /** The current value and the new one: any JSON values. */
  before: unknown
  after: unknown
  /** True if there is no value yet that the change would replace. */
  isEmpty: boolean
  /** The change as staff read it, without secrets. */
  shown: ShownChange
  actorId: number
  address: string
}

/** A change that waited, as it is made: who asked for it, and who confirmed it, if anybody did. */
export type AppliedChange = Pick<RequestedChange, 'subject' | 'before' | 'after' | 'actorId' | 'address'> & {
  confirmedBy: number | null
}

/** Whether another OWNER counts as a second person, and whether the shop is still new: its first member is its owner. */
const situation = `
  SELECT EXISTS (SELECT FROM members o WHERE ${otherOwnerSql('$1::int')}) AS second_owner,
    coalesce((SELECT min(created_at) FROM members) > now() - interval '24 hours', true) AS new_shop`

/** Every OWNER's address: whoever acts in an OWNER's name can't keep it from him. */
const owners = `SELECT email FROM members WHERE role = 'OWNER' AND deleted_at IS NULL AND email IS NOT NULL ORDER BY id`

const mail = ({ kind, shown }: RequestedChange, hours: number, consent: boolean) => ({
  subject: `${changeKindLabels[kind]} 변경이 ${hours}시간 뒤에 적용돼요`,
  body: [
    `${changeKindLabels[kind]} · ${shown.name}`,
    `지금: ${shown.before}`,
    `변경: ${shown.after}`,
    '',
    consent
      ? `다른 대표가 동의하면 바로, 답이 없으면 ${hours}시간 뒤에 적용돼요.`
      : `${hours}시간 뒤에 적용돼요. 그 전에는 철회할 수 있어요.`,
    `직접 요청한 변경이 아니라면 지금 철회하고 비밀번호를 바꿔 주세요: ${env().PUBLIC_URL}/admin/changes`,
  ].join('\n'),
})

/**
 * Makes a sensitive change (bank account, limits, roles, providers) wait if it has to: for a second OWNER, or for its
 * period. Pass the transaction that would make the change.
 */
export async function requestChange(tx: Db, change: RequestedChange): Promise<Date | null> {
  const { kind, subject, before, after, shown, actorId, address } = change
  const { secondOwner, newShop } = await oneRow<{ secondOwner: boolean; newShop: boolean }>(tx, situation, [actorId])
  const wait = waitOf({ demo: env().DEMO, newShop, empty: change.isEmpty, secondOwner })
  const replaced = await tx.rows<{ id: number }>(
    `UPDATE pending_changes SET state = 'REPLACED', decided_by = $3, decided_at = now()
     WHERE kind = $1 AND subject = $2 AND state = 'WAITING' RETURNING id`,
    [kind, subject, actorId],
  )
  for (const { id } of replaced) await endTask(tx, id, actorId)
  if (!wait) return null
  const { id, effectiveAt } = await oneRow<{ id: number; effectiveAt: Date }>(
    tx,
    `INSERT INTO pending_changes (kind, subject, before, after, shown, needs_consent, asked_by, address, effective_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 hour') RETURNING id, effective_at`,
    [
      ...[kind, subject, sealed(before), sealed(after), JSON.stringify(shown)],
      ...[wait.consent, actorId, address, wait.hours],
    ],
  )
  await recordAudit(tx, {
    actorId,
    action: 'change.request',
    subjectType: 'pending-change',
    subjectId: id,
    before: { [shown.name]: shown.before },
    after: { [shown.name]: shown.after, effectiveAt, alone: !wait.consent },
    address,
  })
  await fileTask(tx, {
    kind: 'PENDING_CHANGE',
    refType: 'pending-change',
    refId: id,
    detail: { ...shown, change: kind, needsConsent: wait.consent },
    dueIn: wait.hours,
  })
  for (const { email } of await tx.rows<{ email: string }>(owners))
    await queueMessage(tx, { channel: 'EMAIL', to: email, ...mail(change, wait.hours, wait.consent), life: null })
  return effectiveAt
}

const sealed = (value: unknown): Buffer => encrypt(CHANGE_PURPOSE, JSON.stringify(value ?? null))

/** Ends the task of a change that no longer waits. */
export const endTask = (tx: Db, id: number, by?: number): Promise<void> =>
  dropTasks(tx, { kinds: ['PENDING_CHANGE'], refType: 'pending-change', refId: id, ...(by !== undefined && { by }) })

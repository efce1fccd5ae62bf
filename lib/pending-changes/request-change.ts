import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { decrypt, encrypt } from '#lib/core/crypto.ts'
import { type Db, oneRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { queueMessage } from '#lib/messages/queue-message.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import { type PendingChangeKind, pendingChangeKindLabels } from './labels.ts'
import { isOtherOwnerSql } from './queries.ts'
import { decideChangeWait } from './rules.ts'
import type { ShownChange } from './schema.ts'

/**
 * Purpose (lib/core/crypto.ts) for deriving the key that encrypts a change's stored values. Each purpose gives a
 * different key.
 */
export const CHANGE_KEY_PURPOSE = 'pending-change'

export type RequestedChange = {
  kind: PendingChangeKind
  /**
   * Identifies what changes: the key of a setting, the id of a member or provider as text, or the kind of a connection.
   */
  subject: string
  /** The current value and the new value: any JSON values. */
  before: unknown
  after: unknown
  /** True if the present value needs no protection: it is empty (`isEmptyValue`) or an unverified connection. */
  isEmpty: boolean
  /** The change as staff see it, without secrets. */
  shown: ShownChange
}

/**
 * A pending change that is being applied. `confirmedBy` is the member id of the second OWNER; null if the waiting time
 * passed without a confirmation.
 */
export type AppliedChange = Pick<RequestedChange, 'subject' | 'before' | 'after'> & {
  confirmedBy: number | null
}

/**
 * `second_owner`: another OWNER exists besides the requester ($1). `new_shop`: the shop's first member was created
 * within 24 hours, or it has no member.
 */
const situationQuery = `
  SELECT EXISTS (SELECT FROM members o WHERE ${isOtherOwnerSql('$1::int')}) AS second_owner,
    coalesce((SELECT min(created_at) FROM members) > now() - interval '24 hours', true) AS new_shop`

/**
 * E-mail addresses of all OWNERs, including the requester: somebody who misuses his account must not be able to hide
 * the change from him.
 */
const ownerEmailsQuery = `SELECT email FROM members WHERE role = 'OWNER' AND deleted_at IS NULL AND email IS NOT NULL ORDER BY id`

/** A waiting change that another one replaced: its id, its requester, and its new value as staff see it. */
type ReplacedChange = { id: number; askedBy: number; after: string }

/**
 * Lines of the e-mail about a new change, one for each waiting change that it replaced: the requester of that change is
 * notified by them. No line for a replaced change that `actor` himself had requested.
 */
const replacedLines = (actor: StaffActor, replaced: readonly ReplacedChange[]): string[] =>
  replaced
    .filter(({ askedBy }) => askedBy !== actor.memberId)
    .map(({ after }) => `기다리던 다른 대표의 변경은 이 변경으로 바뀌어 적용되지 않아요: ${after}`)

const changeMail = ({ kind, shown }: RequestedChange, hours: number, consent: boolean, replaced: string[]) => ({
  subject: `${pendingChangeKindLabels[kind]} 변경이 ${hours}시간 뒤에 적용돼요`,
  body: [
    `${pendingChangeKindLabels[kind]} · ${shown.name}`,
    `지금: ${shown.before}`,
    `변경: ${shown.after}`,
    ...replaced,
    '',
    consent
      ? `다른 대표가 동의하면 바로, 답이 없으면 ${hours}시간 뒤에 적용돼요.`
      : `${hours}시간 뒤에 적용돼요. 그 전에는 철회할 수 있어요.`,
    `직접 요청한 변경이 아니라면 지금 철회하고 비밀번호를 바꿔 주세요: ${env().PUBLIC_URL}/admin/changes`,
  ].join('\n'),
})

/**
 * Stores a sensitive change (bank account, limits, roles, providers, connections) as pending if it must wait for a
 * period or a second OWNER. Returns the time when the change takes effect. Returns null if it needn't wait: the caller
 * then makes the change, in the transaction `tx`. Replaces a waiting change of the same subject.
 */
export async function requestChange(tx: Db, actor: StaffActor, change: RequestedChange): Promise<Date | null> {
  const { kind, subject, before, after, shown } = change
  const { secondOwner, newShop } = await oneRow<{ secondOwner: boolean; newShop: boolean }>(tx, situationQuery, [
    actor.memberId,
  ])
  const wait = decideChangeWait({ demo: env().DEMO, newShop, isReplacedEmpty: change.isEmpty, secondOwner })
  const replaced = await tx.rows<ReplacedChange>(
    `UPDATE pending_changes SET state = 'REPLACED', decided_by = $3, decided_at = now()
     WHERE kind = $1 AND subject = $2 AND state = 'WAITING' RETURNING id, asked_by, shown ->> 'after' AS after`,
    [kind, subject, actor.memberId],
  )
  for (const { id } of replaced) await dropChangeTask(tx, id, actor.memberId)
  if (!wait) return null
  const { id, effectiveAt } = await oneRow<{ id: number; effectiveAt: Date }>(
    tx,
    `INSERT INTO pending_changes (kind, subject, before, after, shown, needs_consent, asked_by, address, effective_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 hour') RETURNING id, effective_at`,
    [
      ...[kind, subject, encryptValue(before), encryptValue(after), JSON.stringify(shown)],
      ...[wait.consent, actor.memberId, actor.address, wait.hours],
    ],
  )
  await recordAudit(tx, actor, {
    action: 'change.request',
    subjectType: 'pending-change',
    subjectId: id,
    before: { [shown.name]: shown.before },
    after: { [shown.name]: shown.after, effectiveAt, alone: !wait.consent },
  })
  await fileTask(tx, {
    kind: 'PENDING_CHANGE',
    refType: 'pending-change',
    refId: id,
    detail: { ...shown, change: kind, needsConsent: wait.consent },
    dueIn: wait.hours,
  })
  const mail = changeMail(change, wait.hours, wait.consent, replacedLines(actor, replaced))
  for (const { email } of await tx.rows<{ email: string }>(ownerEmailsQuery))
    await queueMessage(tx, { channel: 'EMAIL', to: email, ...mail, life: null })
  return effectiveAt
}

/** Decrypts a stored value of a change. @throws Error AUTH_SECRET was changed since */
export const decryptChangeValue = (sealed: Buffer): unknown => JSON.parse(decrypt(CHANGE_KEY_PURPOSE, sealed))

/**
 * The values before and after a waiting change that this OWNER requested. Null if none waits, another OWNER requested
 * it, or AUTH_SECRET was changed since, so that it can't be decrypted. Callers add these values to a new request of
 * this OWNER. Values that another OWNER requested are never added: that OWNER could then confirm his own values as the
 * second OWNER.
 */
export async function readOwnWaitingChange(
  tx: Db,
  actor: StaffActor,
  { kind, subject }: Pick<RequestedChange, 'kind' | 'subject'>,
): Promise<{ before: unknown; after: unknown } | null> {
  const [waiting] = await tx.rows<{ before: Buffer; after: Buffer }>(
    `SELECT before, after FROM pending_changes WHERE kind = $1 AND subject = $2 AND state = 'WAITING' AND asked_by = $3`,
    [kind, subject, actor.memberId],
  )
  if (!waiting) return null
  try {
    return { before: decryptChangeValue(waiting.before), after: decryptChangeValue(waiting.after) }
  } catch {
    log.warn('a waiting change could not be opened: was AUTH_SECRET changed?', { kind, subject })
    return null
  }
}

const encryptValue = (value: unknown): Buffer => encrypt(CHANGE_KEY_PURPOSE, JSON.stringify(value ?? null))

/** Closes the task of a pending change that no longer waits. `by` is the id of the staff member who decided it. */
export const dropChangeTask = (tx: Db, id: number, by?: number): Promise<void> =>
  dropTasks(tx, { kinds: ['PENDING_CHANGE'], refType: 'pending-change', refId: id, ...(by !== undefined && { by }) })

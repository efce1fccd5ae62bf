import type { Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import type { CancellationAnswer } from './portone.ts'
import { cancellationStateOf, DOUBT_MINUTES, type ReportedPayment } from './rules.ts'

/** A cancellation that staff requested and whose outcome is still open. */
export type PendingCancellation = {
  id: number
  key: string
  amount: Points
  /** Points of the payment that could be cancelled when this cancellation was requested. */
  cancellable: Points
  /** PortOne's id of the cancellation; null until PortOne has accepted it. */
  remoteId: string | null
  /** Number of times that the cancellation was sent. */
  tries: number
  /** Why PortOne refused the cancellation, in Korean; null if PortOne didn't refuse it. */
  error: string | null
  /** True if PortOne refused the cancellation, but may still carry out an earlier try whose answer was lost. */
  isRefused: boolean
  /** True if an hour (DOUBT_MINUTES) has passed since PortOne refused the cancellation. */
  isDoubtOver: boolean
}

const pendingSql = `
  SELECT id, key, amount, cancellable, remote_id, tries, error, refused_at IS NOT NULL AS is_refused,
    coalesce(refused_at <= now() - interval '${DOUBT_MINUTES} minutes', false) AS is_doubt_over
  FROM card_cancellations WHERE payment_id = $1 AND state = 'SENDING'`

/**
 * What to do with a pending cancellation. SEND: send it. WAIT: ask about its payment again later. `uncounted`: its
 * points that aren't among the payment's cancelled points yet.
 */
export type CancellationStep = { pending: PendingCancellation; act: 'SEND' | 'WAIT'; uncounted: Points }

/** A payment with a charge. `cancelled`: its points that are cancelled by now, as far as PortOne has reported. */
type CreditedPayment = { id: number; chargeId: number; point: Points; cancelled: Points }

/**
 * Points of a pending cancellation that aren't among the payment's cancelled points yet. If as much was cancelled since
 * the request as it asked for, it is either counted already, although PortOne's list names another reason, or PortOne
 * will refuse it, because less can be cancelled than it says. Neither is certain while the list contains a cancellation
 * that the payment service still works on.
 */
function uncountedPoints(
  { amount, cancellable }: PendingCancellation,
  { point, cancelled }: CreditedPayment,
  reported: ReportedPayment | null,
): Points {
  const isOneOpen = reported?.cancellations.some(({ status }) => status === 'REQUESTED') ?? false
  return !isOneOpen && cancelled - (point - cancellable) >= amount ? 0n : amount
}

/**
 * Counts one more try to send a cancellation. Call it before the cancellation is sent, so that it also counts a try
 * whose answer is lost.
 */
export const countCancellationTry = (tx: Db, { id }: PendingCancellation) =>
  tx.rows('UPDATE card_cancellations SET tries = tries + 1 WHERE id = $1', [id])

/** Ends a cancellation. `error`: why it wasn't carried out; null if it was carried out. */
async function endCancellation(
  tx: Db,
  { id, amount }: PendingCancellation,
  chargeId: number,
  error: string | null,
): Promise<null> {
  const state = error === null ? 'DONE' : 'REFUSED'
  await tx.rows(
    "UPDATE card_cancellations SET state = $2, error = $3, ended_at = now() WHERE id = $1 AND state = 'SENDING'",
    [...[id, state, error]],
  )
  const subject = { refType: 'charge', refId: chargeId } as const
  if (error === null) await dropTasks(tx, { kinds: ['CARD_CANCEL'], ...subject })
  else await fileTask(tx, { kind: 'CARD_CANCEL', ...subject, detail: { point: pointsToNumber(amount), error } })
  return null
}

/**
 * Ends the pending cancellation of a payment once its outcome is certain, in one of these cases:
 *
 * - PortOne's list of the payment's cancellations contains the outcome.
 * - PortOne refused the only try.
 * - PortOne doesn't know the payment (`reported` is null), and no try was sent.
 *
 * If the answer to an earlier try was lost, a refusal isn't certain, because PortOne may still carry out the earlier
 * try. The cancellation is then not sent again. It ends as refused if PortOne's list doesn't contain it within an hour
 * (DOUBT_MINUTES).
 *
 * Returns what to do with the cancellation that is still pending; null if none is.
 */
export async function settleCancellation(
  tx: Db,
  payment: CreditedPayment,
  reported: ReportedPayment | null,
  sent: CancellationAnswer | undefined,
): Promise<CancellationStep | null> {
  const [pending] = await tx.rows<PendingCancellation>(pendingSql, [payment.id])
  if (!pending) return null
  const remoteId = sent?.remoteId ?? pending.remoteId
  if (remoteId !== pending.remoteId)
    await tx.rows('UPDATE card_cancellations SET remote_id = $2 WHERE id = $1', [pending.id, remoteId])
  const end = (error: string | null) => endCancellation(tx, pending, payment.chargeId, error)
  const reportedState = reported && cancellationStateOf(reported, { key: pending.key, remoteId })
  if (reportedState === 'DONE') return end(null)
  const uncounted = uncountedPoints(pending, payment, reported)
  if (reportedState === 'REQUESTED') return { pending, act: 'WAIT', uncounted }
  if (reportedState === 'FAILED') return end(sent?.refused ?? notAcceptedText)
  if (pending.isRefused)
    return pending.isDoubtOver ? end(pending.error ?? notAcceptedText) : { pending, act: 'WAIT', uncounted }
  const refusal = sent?.refused ?? (reported ? null : unknownPaymentText)
  if (refusal === null) return { pending, act: 'SEND', uncounted }
  const openTries = pending.tries - (sent?.refused ? 1 : 0)
  if (openTries <= 0) return end(refusal)
  await tx.rows('UPDATE card_cancellations SET refused_at = now(), error = $2 WHERE id = $1', [pending.id, refusal])
  return { pending, act: 'WAIT', uncounted }
}

const notAcceptedText = '결제 회사가 취소를 받지 않았어요.'

/**
 * Error of a cancellation if the connected account of PortOne doesn't know the payment: the member paid by another
 * account.
 */
const unknownPaymentText =
  '지금 연결된 포트원 계정에 이 결제가 없어요. 결제를 받은 계정을 다시 연결한 뒤 취소해 주세요.'

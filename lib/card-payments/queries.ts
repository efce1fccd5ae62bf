import type { Db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type Points, pointsToNumber } from '#lib/money/points.ts'
import { unknownPayment } from './errors.ts'
import { type PayMethod, type PaymentState, paymentOrderName } from './labels.ts'
import type { IssuedVirtualAccount } from './rules.ts'
import type { CardOffer, MemberPayment, StartedPayment } from './schema.ts'

/** True if members may pay by card or virtual account now. */
export async function areCardPaymentsOffered(db: Db): Promise<boolean> {
  const rows = await db.rows("SELECT FROM connections WHERE kind = 'portone' AND credits_since IS NOT NULL")
  return rows.length > 0
}

type StoredPayment = {
  paymentId: string
  point: Points
  cancelled: Points
  state: PaymentState
  account: IssuedVirtualAccount | null
  createdAt: Date
}

const columns = 'payment_id, point, cancelled, state, account, created_at'

const toMemberPayment = (row: StoredPayment): MemberPayment => ({
  ...row,
  point: pointsToNumber(row.point),
  cancelled: pointsToNumber(row.cancelled),
  createdAt: row.createdAt.toISOString(),
})

// SQL condition: staff have to settle payment `p`, because it wasn't paid as agreed.
const isBeingCheckedSql = `p.state = 'DISPUTED' AND EXISTS (SELECT FROM tasks t
  WHERE t.kind = 'CARD_PAYMENT' AND t.ref_type = 'card-payment' AND t.ref_id = p.id AND t.resolved_at IS NULL)`

/**
 * The member's payments that wait for a transfer into their virtual accounts or for staff, and the payment `paymentId`,
 * from whose window he has just returned. Newest first, at most 10.
 */
export async function openPaymentsOf(db: Db, memberId: number, paymentId: string): Promise<MemberPayment[]> {
  const rows = await db.rows<StoredPayment>(
    `SELECT ${columns} FROM card_payments p
     WHERE member_id = $1 AND (state = 'ISSUED' AND expires_at > now() OR payment_id = $2 OR ${isBeingCheckedSql})
     ORDER BY id DESC LIMIT 10`,
    [memberId, paymentId],
  )
  return rows.map(toMemberPayment)
}

/**
 * Data that the browser needs to open the window of a payment. Null if the payment isn't in state READY, or if PortOne
 * isn't connected.
 */
export async function paymentWindowOf(
  db: Db,
  payment: MemberPayment,
  payMethod: PayMethod,
): Promise<StartedPayment | null> {
  if (payment.state !== 'READY') return null
  const windowSettings = await readPaymentWindowSettings(db)
  return (
    windowSettings && {
      ...windowSettings,
      paymentId: payment.paymentId,
      orderName: paymentOrderName,
      point: payment.point,
      payMethod,
    }
  )
}

/** Public settings that the browser passes to PortOne; null if PortOne isn't connected. */
export async function readPaymentWindowSettings(
  db: Db,
): Promise<Pick<StartedPayment, 'storeId' | 'channelKey' | 'payUrl'> | null> {
  const [row] = await db.rows<{ settings: Record<string, string>; baseUrl: string | null }>(
    "SELECT settings, base_url FROM connections WHERE kind = 'portone'",
  )
  if (!row) return null
  const { storeId = '', channelKey = '' } = row.settings
  return { storeId, channelKey, payUrl: row.baseUrl && `${row.baseUrl}/pay` }
}

/**
 * The member's payment with this id.
 * @throws NOT_FOUND there is no such payment, or it is another member's
 */
export async function paymentOf(db: Db, memberId: number, paymentId: string): Promise<MemberPayment> {
  const [row] = await db.rows<StoredPayment>(
    `SELECT ${columns} FROM card_payments WHERE payment_id = $2 AND member_id = $1`,
    [memberId, paymentId],
  )
  if (!row) throw unknownPayment()
  return toMemberPayment(row)
}

/** Whether card payments are offered, since when, and who switched them on; for the console. */
export async function readCardOffer(db: Db): Promise<CardOffer> {
  const [row] = await db.rows<{ creditsSince: Date | null; creditsBy: string | null }>(
    `SELECT k.credits_since, m.login_id AS credits_by FROM connections k LEFT JOIN members m ON m.id = k.credits_by
     WHERE k.kind = 'portone'`,
  )
  return {
    webhookUrl: `${env().PUBLIC_URL}/hooks/portone`,
    offeredSince: row?.creditsSince?.toISOString() ?? null,
    offeredBy: row?.creditsBy ?? null,
  }
}

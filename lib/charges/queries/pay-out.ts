import { type Db, oneRow } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import type { Funding } from '../labels.ts'
import type { PayOutCharge } from '../rules.ts'

/** A charge that a refund request rests on: how much of it, what credited it, and who vouches for that. */
export type RestingCharge = PayOutCharge & {
  refundId: number
  chargeId: number
  point: Points
  chargePoint: Points
  reversed: boolean
  /** Login ids of `creditedBy`, and of the second person. */
  creditors: string[]
  confirmedBy: string | null
}

type Row = Omit<RestingCharge, 'funding'> & { funding: Funding | null }

const statement = `
  SELECT p.refund_id, p.charge_id, p.point, c.point AS charge_point, c.funding, c.reversed_at IS NOT NULL AS reversed,
    coalesce(d.names, ARRAY[c.name]) AS depositors, w.ids AS credited_by, w.logins AS creditors, s.login_id AS confirmed_by
  FROM refund_request_charges p
    JOIN charges c ON c.id = p.charge_id
    LEFT JOIN members s ON s.id = c.confirmed_by
    CROSS JOIN LATERAL (
      SELECT array_agg(name ORDER BY id) AS names, array_agg(imported_by) AS importers FROM deposits WHERE id IN (
        SELECT id FROM deposits WHERE charge_id = c.id
        UNION ALL SELECT deposit_id FROM deposit_splits WHERE charge_id = c.id
        UNION ALL SELECT deposit_id FROM deposit_merges WHERE charge_id = c.id
      )
    ) d
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(id ORDER BY id), '{}') AS ids, coalesce(array_agg(login_id ORDER BY id), '{}') AS logins
      FROM members WHERE id = c.settled_by OR id = ANY (d.importers)
    ) w
  WHERE p.refund_id = ANY ($1::int[]) ORDER BY p.refund_id, p.charge_id DESC`

/** What these refund requests rest on, the newest charge of each first. */
export const restingCharges = (db: Db, refundIds: readonly number[]): Promise<RestingCharge[]> =>
  db.rows<Row>(statement, [refundIds])

/** The MANAGERs and OWNERs there are: who may pay out. */
export async function approvers(db: Db): Promise<number[]> {
  const { ids } = await oneRow<{ ids: number[] }>(
    db,
    `SELECT coalesce(array_agg(id), '{}') AS ids FROM members
     WHERE role IN ('MANAGER', 'OWNER') AND deleted_at IS NULL AND restriction IN ('NORMAL', 'WARNED')`,
  )
  return ids
}

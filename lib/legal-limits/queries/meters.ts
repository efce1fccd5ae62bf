import type { Db } from '#lib/core/db.ts'
import type { Points } from '#lib/money/points.ts'
import type { MeterKey } from '../labels.ts'
import { BALANCE_LIMIT, percentOfLimit, YEARLY_ISSUE_LIMIT } from '../rules.ts'
import {
  cashReceiptDeadlines,
  type DeadlineSummary,
  type DeletionDeadline,
  readDeletions,
  refundDeadlines,
  taxInvoiceDeadlines,
} from './deadlines.ts'
import { type IssuedPoints, issuedPoints } from './issued.ts'

type AmountMeter = { is: 'AMOUNT'; value: Points | null; limit: Points; paid?: Points; free?: Points }
type DeadlineMeter = { is: 'DEADLINES' } & Omit<DeadlineSummary, 'percent'>
type DeletionMeter = { is: 'DELETION'; last: DeletionDeadline['last'] }

/**
 * One figure that the law limits. `percent`: percentage of the limit that it has reached, rounded down; null if there
 * is no figure.
 */
export type Meter = { key: MeterKey; percent: number | null } & (AmountMeter | DeadlineMeter | DeletionMeter)

function amountMeter(key: MeterKey, value: Points | null, limit: Points): Meter & AmountMeter {
  return { key, is: 'AMOUNT', value, limit, percent: value === null ? null : percentOfLimit(value, limit) }
}

const issueMeter = (key: MeterKey, { paid, free }: IssuedPoints['thisYear']): Meter => ({
  ...amountMeter(key, paid + free, YEARLY_ISSUE_LIMIT),
  paid,
  free,
})

/** Figure about deadlines; 0 % if no row waits. */
const deadlineMeter = (key: MeterKey, { percent, ...deadlines }: DeadlineSummary): Meter => ({
  key,
  is: 'DEADLINES',
  ...deadlines,
  percent: percent ?? 0,
})

/**
 * All figures that the law limits, as of now, in the sequence of `meterKeys`; and the balances at the ends of quarters,
 * from which the average is computed.
 */
export async function legalMeters(db: Db): Promise<{ meters: Meter[]; quarters: IssuedPoints['quarters'] }> {
  const [issued, cash, invoices, refunds, deletions] = await Promise.all([
    issuedPoints(db),
    cashReceiptDeadlines(db),
    taxInvoiceDeadlines(db),
    refundDeadlines(db),
    readDeletions(db),
  ])
  const meters: Meter[] = [
    amountMeter('BALANCE_AVERAGE', issued.average, BALANCE_LIMIT),
    amountMeter('BALANCE_NOW', issued.balance, BALANCE_LIMIT),
    issueMeter('ISSUED_THIS_YEAR', issued.thisYear),
    issueMeter('ISSUED_LAST_YEAR', issued.lastYear),
    deadlineMeter('CASH_RECEIPTS', cash),
    deadlineMeter('TAX_INVOICES', invoices),
    deadlineMeter('REFUNDS', refunds),
    { key: 'RETENTION', is: 'DELETION', ...deletions },
  ]
  return { meters, quarters: issued.quarters }
}

import {
  chargeStatus,
  chargeStatusText,
  type FeeType,
  feeType,
  feeTypeLabels,
  outcomeText,
  pastChargesText,
} from '#lib/charges/labels.ts'
import type { PastChargeCounts } from '#lib/charges/queries.ts'
import { canApproveCharge } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { type DepositFit, depositFitLabels, isDepositFound, withoutDepositText } from '#lib/deposits/labels.ts'
import type { ChargeDepositFit } from '#lib/deposits/queries/deposit-fits.ts'
import { wonText } from '#lib/money/points.ts'
import { recipientFields } from '#lib/receipts/labels.ts'
import { Badge, Notice, type Tone } from '../../ui/badge.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { hrefOf } from '../../ui/href.ts'
import { seoulTime } from '../../ui/seoul-time.ts'
import { type DetailFact, DetailFacts, factTimeText, MemberLink } from '../detail.tsx'
import { shortTimeText } from '../format.ts'
import { rowQuery } from '../list-state.ts'

const chargeStatusTones: readonly Tone[] = ['warn', 'good', 'bad']

/** Badge colour of a charge. Only charges that staff rejected are red; expired and withdrawn ones are neutral. */
const chargeToneOf = ({ status, outcome }: AdminChargeRow): Tone =>
  status === chargeStatus.FAIL && outcome !== 'REJECTED' ? 'neutral' : (chargeStatusTones[status] ?? 'neutral')

/**
 * Badge colour for how well a deposit fits a charge: green if a deposit matches the charge, neutral if none does, amber
 * if staff must check.
 */
const toneOfFit = (fit: DepositFit): Tone =>
  fit === 'FITS' || fit === 'PAID' ? 'good' : fit === 'NONE' ? 'neutral' : 'warn'

export function ChargeBadge({ charge }: { readonly charge: AdminChargeRow }) {
  return <Badge tone={charge.reversedAt ? 'bad' : chargeToneOf(charge)}>{chargeStatusText(charge)}</Badge>
}

export function ChargeTimeLeft({ charge, now }: { readonly charge: AdminChargeRow; readonly now: number }) {
  if (charge.status !== chargeStatus.PENDING) return '—'
  // The time of a pending charge can be up already, because the sweep that expires charges runs only from time to time.
  return <Countdown until={Date.parse(charge.expiresAt)} now={now} ended="시간 만료" />
}

interface ChargeFitProps {
  readonly charge: AdminChargeRow
  /**
   * Whether a deposit has paid for the charge, or how well a waiting deposit fits it; undefined if that is not known.
   */
  readonly depositFit: ChargeDepositFit | undefined
}

/**
 * Badge of a charge: the text `waits` if the charge waits for something, such as a second person. Otherwise, if the
 * charge is pending and `depositFit` is known, whether a bank deposit matches it. For any other charge, its status.
 */
export function ChargeFitBadge({ charge, depositFit, waits }: ChargeFitProps & { readonly waits: string | false }) {
  if (waits) return <Badge tone="main">{waits}</Badge>
  if (!depositFit || charge.status !== chargeStatus.PENDING) return <ChargeBadge charge={charge} />
  return <Badge tone={toneOfFit(depositFit.fit)}>{depositFitLabels[depositFit.fit]}</Badge>
}

function receiptFacts({ feeType: kind, feeValue, point, payAmount }: AdminChargeRow): readonly DetailFact[] {
  if (kind === feeType.NONE) return [['영수증', feeTypeLabels[feeType.NONE]]]
  const fee = payAmount > point ? `10% 포함 ${wonText(payAmount)}` : '신청'
  return [
    [feeTypeLabels[kind as FeeType], fee],
    ...recipientFields(feeValue).map(({ term, shown }) => [term, shown] as const),
  ]
}

const outcomeFacts = (charge: AdminChargeRow): readonly DetailFact[] => [
  ['처리 시각', factTimeText(charge.responseAt)],
  ['결과', outcomeText(charge)],
  ['승인 취소', factTimeText(charge.reversedAt)],
  ['회수', charge.reversed !== null && wonText(charge.reversed)],
  ['미수금 회수', charge.debtPaid > 0 && wonText(charge.debtPaid)],
  ['사유', charge.reason],
]

interface ChargeDetailProps extends ChargeFitProps {
  /** Past charges of the member; undefined if there are none. */
  readonly past: PastChargeCounts | undefined
  /** The server's time, in milliseconds. */
  readonly now: number
}

/** Facts for deciding on a charge: the nearest deposit, the charge itself and the member's past charges. */
export function ChargeDetail({ charge, past, depositFit, now }: ChargeDetailProps) {
  return (
    <>
      {depositFit?.deposit && <NearestDeposit {...depositFit} now={now} />}
      {canApproveCharge(charge) && depositFit && !isDepositFound(depositFit.fit) && (
        <Notice tone="warn" className="text-s">
          {withoutDepositText(1)}
        </Notice>
      )}
      <DetailFacts
        facts={[
          ['상태', <ChargeBadge key="status" charge={charge} />],
          ['회원', <MemberLink key="member" {...charge} />],
          ['충전 포인트', wonText(charge.point)],
          ...receiptFacts(charge),
          ['지난 충전', pastChargesText(past)],
          ['요청 시각', seoulTime(charge.createdAt)],
          ...(outcomeText(charge)
            ? outcomeFacts(charge)
            : [['남은 시간', <ChargeTimeLeft key="left" charge={charge} now={now} />] as const]),
        ]}
      />
    </>
  )
}

function NearestDeposit({ fit, deposit, now }: ChargeDepositFit & { readonly now: number }) {
  if (!deposit) return null
  const tone = toneOfFit(fit)
  return (
    <Notice tone={tone} className="grid gap-0.5 text-s">
      <b className={tone === 'good' ? 'text-good' : 'text-warn'}>{depositFitLabels[fit]}</b>
      <a href={hrefOf('/admin/deposits', rowQuery(deposit.id))} className="tabular-nums">
        {shortTimeText(deposit.at, now)} · {deposit.name} · {wonText(deposit.amount)}
      </a>
    </Notice>
  )
}

import {
  type DepositStatus,
  depositOriginLabels,
  depositStatusLabels,
  GENERATED_ID_PREFIX,
  noExternalIdText,
  waitReasonLabels,
  waitReasonTexts,
} from '#lib/deposits/labels.ts'
import { isDepositSettled } from '#lib/deposits/rules.ts'
import type { DepositDetail, DepositRow } from '#lib/deposits/schema.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import { Badge, Notice, type Tone } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { hrefOf } from '../../ui/href.ts'
import { seoulTime } from '../../ui/seoul-time.ts'
import { DetailFacts, factTimeText } from '../detail.tsx'
import { shortTimeText } from '../format.ts'
import { rowQuery } from '../list-state.ts'
import { PageLink } from '../page-link.tsx'

const depositTones: Record<DepositStatus, Tone> = {
  WAITING: 'warn',
  UNCONFIRMED: 'main',
  MATCHED: 'good',
  SPLIT: 'good',
  MERGED: 'good',
  RETURNED: 'neutral',
  DUPLICATE: 'neutral',
}

/** Badge of a deposit: the reason why it waits or, if it doesn't wait, its status. */
export function DepositBadge({ status, reason }: Pick<DepositRow, 'status' | 'reason'>) {
  if (reason) return <Badge tone={reason === 'SOON' ? 'main' : 'warn'}>{waitReasonLabels[reason]}</Badge>
  return <Badge tone={depositTones[status]}>{depositStatusLabels[status]}</Badge>
}

/** Longest transaction number of a bank, in characters, that fits on one line of the detail. */
const SHORT_ID_LENGTH = 22

/** Time of a deposit in Seoul, as precise as the bank reported it. */
export function bankTimeText({ at, precision }: Pick<DepositRow, 'at' | 'precision'>): string {
  const text = seoulTime(at)
  if (precision === 'DAY') return `${text.slice(0, 10)} (시각 없음)`
  return precision === 'MINUTE' ? text.slice(0, 16) : text
}

/** Time of a deposit like `bankTimeText`, but shortened for a list. `now` is in milliseconds. */
export const shortBankTimeText = ({ at, precision }: Pick<DepositRow, 'at' | 'precision'>, now: number): string =>
  precision === 'DAY' ? seoulTime(at).slice(5, 10) : shortTimeText(at, now)

/**
 * The bank's transaction number of a deposit, cut off at the end of the line; a long number has a copy button. If the
 * bank gave no number, so that the shop made one, a text says so instead.
 */
function ExternalId({ id }: { readonly id: string }) {
  if (id.startsWith(GENERATED_ID_PREFIX)) return <span title={id}>{noExternalIdText}</span>
  return (
    <span className="flex items-center gap-2">
      <span title={id} className="min-w-0 truncate">
        {id}
      </span>
      {id.length > SHORT_ID_LENGTH && <CopyButton text={id} label="거래번호 복사" iconOnly />}
    </span>
  )
}

interface FactsProps {
  readonly deposit: DepositRow
  readonly detail: DepositDetail | null
}

/** Facts of a deposit: what the bank reported, why it waits, and who settled it. */
export function DepositFacts({ deposit, detail }: FactsProps) {
  const { reason, status } = deposit
  const hasBeenSettled = isDepositSettled({ status })
  return (
    <>
      {reason && (
        <Notice tone={reason === 'SOON' ? 'main' : 'warn'} className="grid gap-1.5 text-s">
          <span>{waitReasonTexts[reason]}</span>
          {reason === 'DUPLICATE' && (
            <PageLink path="/admin/deposits" query={{ status: 'all', q: deposit.amount }}>
              금액이 같은 입금 보기
            </PageLink>
          )}
        </Notice>
      )}
      <DetailFacts
        facts={[
          ['상태', <DepositBadge key="status" {...deposit} />],
          ['입금액', wonText(deposit.amount)],
          ['입금 일시', bankTimeText(deposit)],
          ['경로', depositOriginLabels[deposit.source]],
          ['거래번호', <ExternalId key="externalId" id={deposit.externalId} />],
          ['가져온 시각', seoulTime(deposit.createdAt)],
          ['처리 시각', factTimeText(deposit.matchedAt)],
          ['처리', hasBeenSettled && (detail ? (detail.settledBy ?? '자동') : '…')],
          ['사유', detail?.note],
        ]}
      />
      {hasBeenSettled && detail && detail.charges.length > 0 && (
        <ul aria-label="충전된 요청" className="grid gap-1.5 text-s">
          {detail.charges.map((charge) => (
            <li key={charge.id} className="flex justify-between gap-3 rounded-field bg-sunken px-3 py-2">
              <a href={hrefOf('/admin/charges', rowQuery(charge.id))}>
                {charge.memberId} ({formatCount(charge.memberNo)})
              </a>
              <b className="font-semibold tabular-nums">{wonText(charge.payAmount)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

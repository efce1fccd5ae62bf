import type { ReceiptRow } from '#lib/receipts/schema.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { wonText } from '../amounts.ts'
import { MemberLink } from '../member-link.tsx'
import { PageLink } from '../page-link.tsx'
import { ReceiptBadge } from './receipt-columns.tsx'
import { givenTo, kindText } from './receipt-text.ts'

interface CopiedProps {
  readonly term: string
  readonly shown: string
  readonly text: string
}

/** What is typed into the tax office's form goes there by a press. */
function Copied({ term, shown, text }: CopiedProps) {
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">{shown}</span>
      <CopyButton text={text} label={`${term} 복사`} iconOnly />
    </span>
  )
}

const copied = (term: string, shown: string, text: string): Fact => ({
  term,
  value: <Copied {...{ term, shown, text }} />,
})

/** All that goes on a receipt, and what became of it. */
export function ReceiptDetail({ receipt }: { readonly receipt: ReceiptRow }) {
  const { supply, tax, payAmount } = receipt
  const money = ([term, won]: [string, number]) => copied(term, wonText(won), String(won))
  const facts: Fact[] = [
    { term: '상태', value: <ReceiptBadge {...receipt} /> },
    { term: '종류', value: kindText(receipt.feeType) },
    { term: '회원', value: <MemberLink {...receipt} /> },
    ...givenTo(receipt.feeValue).map(({ term, shown, text }) => copied(term, shown, text)),
    ...(
      [
        ['공급가액', supply],
        ['세액', tax],
        ['합계', payAmount],
      ] as [string, number][]
    ).map(money),
    {
      term: '충전',
      value: (
        <PageLink path="/admin/charges" query={{ status: 'all', q: receipt.name, id: receipt.chargeId }}>
          {receipt.chargeId} · {receipt.name}
        </PageLink>
      ),
    },
    { term: '요청 시각', value: seoulTime(receipt.createdAt) },
    ...(receipt.settledAt ? [{ term: '처리', value: `${seoulTime(receipt.settledAt)} · ${receipt.settledBy}` }] : []),
    ...(receipt.note ? [{ term: '메모', value: receipt.note }] : []),
  ]
  return (
    <>
      {receipt.reversedAt && (
        <Notice tone="bad" className="text-s">
          {seoulTime(receipt.reversedAt)}에 승인이 취소된 충전입니다.
          {receipt.status === 'ISSUED' ? ' 발행한 영수증도 취소해 주세요.' : ' 발행하지 마세요.'}
        </Notice>
      )}
      <Facts facts={facts} align="start" className="items-center text-s tabular-nums" />
    </>
  )
}

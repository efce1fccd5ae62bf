'use client'

import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { chargeNumberText, type FeeType, feeType, feeTypeLabels } from '#lib/charges/labels.ts'
import { formatWon, type Points, pointsFromNumber } from '#lib/money/points.ts'
import { askAboutChargeHref } from '../questions/questions-query.ts'
import { Amount, Facts } from '../ui/amount.tsx'
import { buttonClass } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Countdown } from '../ui/countdown.tsx'
import type { DepositAccount } from './charge-terms.ts'
import type { OpenCharge } from './open-charge.ts'
import { tossLink } from './toss-link.ts'
import { useChargeEnd } from './use-charge-end.ts'
import { WithdrawChargeButton } from './withdraw-charge-button.tsx'

interface DepositInstructionsProps {
  readonly charge: OpenCharge
  readonly account: DepositAccount
  /** Time of the server's rendering, in milliseconds. */
  readonly now: number
  /**
   * True if the member has just requested or selected the charge on this page. The card is then scrolled into view and
   * its heading takes the focus, because the pressed button is gone.
   */
  readonly announced: boolean
  /** Called when the charge is no longer pending. `isCredited` is false if it was rejected, withdrawn or expired. */
  onEnded(isCredited: boolean): void
}

const pointsOf = (amount: number): Points => pointsFromNumber(amount) ?? 0n

/** Amount to transfer, account and deadline of one charge. */
export function DepositInstructions({ charge, account, now, announced, onEnded }: DepositInstructionsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!announced) return
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [announced])
  useChargeEnd(charge.id, onEnded)
  const link = account.appLink && tossLink({ ...account, amount: charge.payAmount })
  return (
    <div className="grid grid-cols-1 items-start gap-3 wide:grid-cols-[minmax(0,1fr)_360px] wide:gap-6">
      <Card className="grid grid-cols-1 gap-4">
        <header className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="rounded-badge text-l font-extrabold">
            입금을 기다리고 있어요
          </h2>
          <p className="text-ink-2">{account.displayText}</p>
        </header>
        <dl className="grid rounded-tile bg-sunken px-4">
          <InstructionLine term="입금하실 금액" copy={{ text: String(charge.payAmount), label: '금액 복사' }}>
            <Amount size="xl" text={formatWon(pointsOf(charge.payAmount))} className="max-wide:text-l" />
          </InstructionLine>
          <AccountLine {...account} />
          <InstructionLine term="입금자명">
            <span className="font-semibold">{charge.name}</span>
          </InstructionLine>
        </dl>
        {link && (
          <div className="hidden touch:grid">
            <a href={link} className={buttonClass({ tone: 'main', size: 'l', full: true })}>
              토스로 송금하기
            </a>
          </div>
        )}
      </Card>
      <Card className="grid gap-4">
        <h2 className="text-l font-semibold">{chargeNumberText(charge.id)}</h2>
        <Facts
          facts={[
            { term: '충전금액', value: formatWon(pointsOf(charge.point)) },
            ...(charge.feeType === feeType.NONE
              ? []
              : [{ term: '증빙', value: feeTypeLabels[charge.feeType as FeeType] }]),
            {
              term: '남은 시간',
              value: (
                <Countdown
                  until={Date.parse(charge.expiresAt)}
                  now={now}
                  ended="시간이 지났어요"
                  className="tabular-nums"
                />
              ),
            },
          ]}
        />
        <p className="text-s text-ink-3">
          입금이 확인되면 보통 1~10분 안에 잔액에 반영돼요. 시간 안에 입금하지 않으면 신청이 자동으로 취소돼요.
        </p>
        <p className="text-s text-ink-3">
          신청하기 전에 입금했거나, 입금자명이 다른 회원과 같거나 ‘카카오페이’처럼 이름이 아니면 운영자가 확인한 뒤에
          반영돼요.
        </p>
        <p className="text-s text-ink-3">
          이름이나 금액을 다르게 보냈다면{' '}
          <Link
            href={askAboutChargeHref(charge.id)}
            prefetch={false}
            className="rounded-badge py-2.5 font-semibold text-main-text underline underline-offset-2"
          >
            1:1 문의
          </Link>
          로 알려 주세요.
        </p>
        <div className="grid gap-2">
          <ButtonLink href="/point" full>
            다른 금액 충전하기
          </ButtonLink>
          <WithdrawChargeButton id={charge.id} onEnded={onEnded} />
        </div>
      </Card>
    </div>
  )
}

/**
 * Account number with a button to copy it. Without a number, only the bank's name: the shop then states the number in
 * the text above.
 */
function AccountLine({ bankName, accountNumber }: Pick<DepositAccount, 'bankName' | 'accountNumber'>) {
  if (accountNumber === '')
    return (
      bankName !== '' && (
        <InstructionLine term="은행">
          <span className="font-semibold">{bankName}</span>
        </InstructionLine>
      )
    )
  return (
    <InstructionLine term={`${bankName} 계좌번호`.trim()} copy={{ text: accountNumber, label: '계좌번호 복사' }}>
      <span className="font-semibold wrap-anywhere tabular-nums">{accountNumber}</span>
    </InstructionLine>
  )
}

function InstructionLine({
  term,
  copy,
  children,
}: {
  readonly term: string
  readonly copy?: { readonly text: string; readonly label: string }
  readonly children: React.ReactNode
}) {
  return (
    <div className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-t border-line py-3 first:border-t-0">
      <dt className="text-s text-ink-3">{term}</dt>
      <dd className="col-start-1">{children}</dd>
      {copy && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <CopyButton {...copy} short="복사" />
        </dd>
      )}
    </div>
  )
}

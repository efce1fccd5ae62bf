'use client'

import { useState } from 'react'
import { accountMessages } from '#lib/accounts/labels.ts'
import { refuseGuest } from '../chrome/call-api.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { toast } from '../ui/toast-store.ts'

interface ReferralCardProps {
  readonly referralCode: string | null
  /** Whether members currently earn a reward for referring others. */
  readonly isRewarded: boolean
  readonly isGuest: boolean
}

/** The member's referral code, or a button that issues it if he has none (docs/product.md#account). */
export function ReferralCard({ referralCode, isRewarded, isGuest }: ReferralCardProps) {
  const { code, busy, issue } = useIssueReferralCode(referralCode)
  return (
    <Card className="grid gap-4">
      <CardTitle>추천인 코드</CardTitle>
      {code ? (
        <div className="flex items-center gap-2 rounded-field bg-sunken py-2 pr-2 pl-3.5">
          <code className="min-w-0 flex-1 font-mono text-l font-semibold">{code}</code>
          <CopyButton text={code} label="추천인 코드 복사" iconOnly />
        </div>
      ) : (
        <>
          <p className="text-ink-3">친구가 가입할 때 내 코드를 입력하면 나를 추천인으로 기록해요.</p>
          <Button full busy={busy} onClick={isGuest ? refuseGuest : issue}>
            추천인 코드 발급
          </Button>
        </>
      )}
      {isRewarded && (
        <p className="text-s text-ink-3">
          보상은 친구의 첫 충전 후 3일이 지나면 적립돼요. 그 충전이 취소되거나 환불되면 그만큼 되돌려요.
        </p>
      )}
    </Card>
  )
}

function useIssueReferralCode(initialCode: string | null) {
  const [code, setCode] = useState(initialCode)
  const { busy, call } = useCall()
  const issue = async () => {
    const answer = await call<{ referralCode: string }>('POST', '/auth/referral-code')
    if (!answer) return
    if (!answer.ok) return toast(answer.message || accountMessages.failed, { tone: 'bad' })
    setCode(answer.body.referralCode)
    toast(accountMessages.referralIssued, { tone: 'good' })
  }
  return { code, busy, issue }
}

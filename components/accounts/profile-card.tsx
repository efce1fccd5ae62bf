import { snsLabels } from '#lib/sns/labels.ts'
import type { SnsProvider } from '#lib/sns/rules.ts'
import { Facts } from '../ui/amount.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card, CardTitle } from '../ui/card.tsx'

interface ProfileCardProps {
  readonly id: string
  /** Formatted in won. */
  readonly balance: string
  /** SNS provider (Naver or Kakao) of a member who has no password; null for a member with a password. */
  readonly provider: SnsProvider | null
}

/**
 * The member's login id, his balance and, if he has no password, how he logs in; all read-only
 * (docs/product.md#account).
 */
export function ProfileCard({ id, balance, provider }: ProfileCardProps) {
  return (
    <Card className="grid gap-4">
      <CardTitle
        aside={
          <ButtonLink href="/point" size="s" tone="main">
            충전하기
          </ButtonLink>
        }
      >
        내 계정
      </CardTitle>
      <Facts
        facts={[
          { term: '아이디', value: <span className="wrap-anywhere">{id}</span> },
          ...(provider ? [{ term: '로그인 방법', value: snsLabels.login[provider] }] : []),
          { term: '잔액', value: <span className="tabular-nums">{balance}</span> },
        ]}
      />
    </Card>
  )
}

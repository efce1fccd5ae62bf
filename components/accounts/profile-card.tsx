import { Facts } from '../ui/amount.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'

/** Who is signed in and what is left; both read only (spec 2). `balance` is already written out in won. */
export function ProfileCard({ id, balance }: { readonly id: string; readonly balance: string }) {
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
          { term: '아이디', value: id },
          { term: '잔액', value: <span className="tabular-nums">{balance}</span> },
        ]}
      />
    </Card>
  )
}

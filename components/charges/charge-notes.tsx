import { Card } from '../ui/card.tsx'

const chargeRuleTexts = [
  '신청한 이름과 금액 그대로 입금해 주세요.',
  '입금 후 보통 1~10분 안에 충전되고, 3시간이 지나면 신청이 자동으로 취소돼요.',
  '환불은 결제 후 72시간 안에만 가능하고, 사용한 포인트와 언팔로우 확인으로 복구된 포인트는 제외돼요.',
  '잔액은 판매하거나 양도할 수 없어요.',
]

/** Notes to read before transferring money (docs/product.md#charge-screen). */
export function ChargeNotes() {
  return (
    <Card className="grid gap-2 wide:py-5">
      <h2 className="font-semibold">충전 전에 확인해 주세요</h2>
      <ul className="grid list-disc gap-1 pl-5 text-s text-ink-2">
        {chargeRuleTexts.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  )
}

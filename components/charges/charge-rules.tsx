import { Notice } from '../ui/badge.tsx'

const rules = [
  '신청한 이름과 금액 그대로 입금해 주세요. 다르면 확인이 늦어질 수 있어요.',
  '입금 후 보통 1~10분 안에 잔액에 반영되고, 3시간 안에 입금하지 않으면 신청이 자동으로 취소돼요.',
  '환불은 결제 후 72시간 안에만 할 수 있고, 이미 사용한 포인트와 언팔로우 확인으로 돌려받은 포인트는 환불되지 않아요.',
  '잔액은 다른 사람에게 팔거나 넘길 수 없어요.',
]

/** What to know before money is sent (spec 1, 4). */
export function ChargeRules() {
  return (
    <Notice tone="warn" className="grid gap-1.5">
      <h2 className="font-semibold">충전 전에 확인해 주세요</h2>
      <ul className="grid list-disc gap-1 pl-5 text-s text-ink-2">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Notice>
  )
}

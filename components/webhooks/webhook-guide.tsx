import { orderStatus } from '#lib/orders/labels.ts'
import { deliveryBody } from '#lib/webhooks/rules.ts'
import { Facts } from '../ui/amount.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { verifySample } from './verify-sample.ts'

const webhookHeaderRows = [
  { term: 'x-timestamp', value: '보낸 시각(초)' },
  { term: 'x-signature', value: 'sha256=HMAC-SHA256(서명 키, 시각.본문). 키를 바꾸는 동안에는 쉼표로 나눈 두 개' },
  { term: 'x-webhook-id', value: '웹훅 번호. 본문의 id와 같음' },
]

const webhookExample = {
  id: 51,
  orderId: 1024,
  status: orderStatus.PARTIAL,
  remains: 157,
  startCount: 5210,
  refunded: 518.1,
  createdAt: new Date('2026-01-02T03:04:05Z'),
}

/** Documentation of webhooks, which report order transitions to a member's program. */
export function WebhookGuide() {
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle
        aside={
          <ButtonLink href="/account" size="s">
            웹훅 설정
          </ButtonLink>
        }
      >
        웹훅
      </CardTitle>
      <p className="text-ink-2">
        주문 상태가 바뀔 때마다 등록한 주소로 POST 요청을 보내 드려요. 10초 안에 2xx로 응답해 주세요. 아니면 하루 동안
        간격을 늘려 다시 보내요. 같은 웹훅이 두 번 올 수 있으니 id로 구분해 주세요.
      </p>
      <Facts align="start" facts={webhookHeaderRows} className="grid-cols-[112px_minmax(0,1fr)]! wrap-anywhere" />
      <CodeBlock title="웹훅 본문" code={JSON.stringify(JSON.parse(deliveryBody(webhookExample)), null, 2)} />
      <CodeBlock title="서명 확인 (Node.js)" code={verifySample} />
    </Card>
  )
}

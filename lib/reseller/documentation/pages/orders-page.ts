import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { callBlocks, errorTableBlock, headingBlock } from '../call-blocks.ts'
import { detailErrors } from '../detail-errors.ts'
import { orderDocumentation } from '../order-documentation.ts'
import type { DocumentationPage } from '../page.ts'
import { trialsOf } from '../trials.ts'

export const ordersPage: DocumentationPage = {
  name: 'orders',
  title: '주문',
  group: '주문',
  summary: orderDocumentation.summary,
  blocks: (context) => [
    ...callBlocks('create', orderDocumentation, context),
    headingBlock(2, 'try', '바로 해 보기'),
    { kind: 'trial', trials: trialsOf(context, ['order']) },
    ...blocksOfMarkdown(`
## 안전하게 다시 보내기 {#idempotency}

주문을 보냈는데 응답이 오지 않았다면, 주문되었는지 알 수 없어요. \`Idempotency-Key\` 헤더에 주문마다 새로 만든 값을 넣어 두면 같은 요청을 몇 번이든 다시 보내도 괜찮아요.

- 같은 키와 같은 본문이면 새로 주문하지 않고 **처음 응답을 그대로** 돌려드려요. 그 사이 잔액이 줄었거나 상품이 마감되어도 마찬가지예요.
- 같은 키로 다른 본문을 보내면 \`409\`로 거절해요.
- 처음 요청이 아직 처리 중이면 최대 10초 기다렸다가 답하고, 그래도 끝나지 않으면 \`409\`로 알려 드려요.
- 키는 72시간 동안 기억해요. 1~200자의 영문·숫자·기호면 되고, UUID나 여러분의 주문번호를 추천해요.
- 거절된 요청은 기억하지 않아요. 고쳐서 같은 키로 다시 보내도 돼요.

> 키를 넣지 않으면 같은 본문을 두 번 보내도 주문 두 건으로 받아요. 일부러 같은 주문을 반복하는 프로그램이 있기 때문이에요.

## 금액 {#price}

주문 금액은 \`point × amount\`를 0.01원 단위로 올림한 값이에요. 계산할 때 소수 오차가 없어서, 상품 목록의 가격으로 계산한 값과 항상 같아요. 작업하지 못한 수량은 \`금액 × remains ÷ amount\`만큼 자동으로 돌려드려요.`),
    headingBlock(2, 'errors', '오류'),
    ...blocksOfMarkdown('타입별 항목의 오류는 [서비스 타입](/docs/service-types#errors)에 있어요.'),
    errorTableBlock(
      '주문 오류',
      orderDocumentation.errors.filter((error) => !detailErrors.includes(error)),
    ),
  ],
}

import { type OrderStatus, orderStatuses, orderStatusLabels, orderStatusNames } from '#lib/orders/labels.ts'
import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { callBlocks, errorTableBlock, headingBlock } from '../call-blocks.ts'
import type { DocumentationPage } from '../page.ts'
import { statusDocumentation } from '../status-documentation.ts'
import { trialsOf } from '../trials.ts'

/** What each status means for the order and its money. */
const statusMeanings: Record<OrderStatus, string> = {
  0: '주문을 받았어요. 공급사에 보내기 전에는 [취소](/docs/api-v2#cancel)할 수 있어요.',
  4: '작업을 준비하고 있어요.',
  1: '작업하고 있어요. `remains`가 점점 줄어요.',
  2: '모두 작업했어요. `remains`는 0이에요.',
  3: '일부만 작업하고 끝났어요. 남은 수량만큼 돌려드렸어요.',
  5: '취소했어요. 전액 돌려드렸어요.',
}

export const statusPage: DocumentationPage = {
  name: 'status',
  title: '상태 조회',
  group: '주문',
  summary: statusDocumentation.summary,
  blocks: (context) => [
    ...callBlocks('get', statusDocumentation, context),
    headingBlock(2, 'order-statuses', '상태값'),
    {
      kind: 'table',
      caption: '주문 상태값',
      heads: ['`status`', '화면', '뜻'],
      rows: orderStatuses.map((status) => [
        `\`${orderStatusNames[status]}\``,
        orderStatusLabels[status],
        statusMeanings[status],
      ]),
    },
    ...blocksOfMarkdown(`
\`COMPLETED\`, \`PARTIAL\`, \`CANCELED\`가 끝난 상태예요. 드물게 운영자가 끝난 주문을 바로잡을 수 있어요. 그때도 웹훅으로 알려 드려요.

## 얼마나 자주 조회하면 좋을까요 {#polling}

처음 몇 분은 1분에 한 번, 그 뒤에는 5~10분에 한 번이면 충분해요. 주문이 많다면 [API v2의 status](/docs/api-v2#status)로 100개씩 조회하거나 [웹훅](/docs/webhooks)을 등록해 주세요.`),
    headingBlock(2, 'try', '바로 해 보기'),
    { kind: 'trial', trials: trialsOf(context, ['order', 'status']) },
    headingBlock(2, 'errors', '오류'),
    errorTableBlock('상태 조회 오류', statusDocumentation.errors),
  ],
}

import { effectiveLimit, MEMBER_BUCKET_FACTOR } from '#lib/core/limits.ts'
import { ORDERS_PER_COUNTED_CALL } from '#lib/orders/bulk/schema.ts'
import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { headingBlock } from '../call-blocks.ts'
import type { DocumentationPage } from '../page.ts'

const numberText = (number: number): string => number.toLocaleString('ko-KR')

const limitRow = (name: 'reads' | 'writes' | 'credentials', what: string, who: string): string[] => [
  what,
  who,
  `${numberText(effectiveLimit(name).perMinute)}회`,
  `${numberText(effectiveLimit(name).burst)}회`,
]

/** Rate-limit headers of the response to the last of 25 writing calls that are sent at once. */
function exampleHeaders(): string {
  const { perMinute, burst } = effectiveLimit('writes')
  const secondsFor = (calls: number) => Math.ceil((calls / perMinute) * 60)
  return [
    `RateLimit-Policy: "writes";q=${burst};w=${secondsFor(burst)}`,
    `RateLimit: "writes";r=${Math.max(0, burst - 25)};t=${secondsFor(25)}`,
  ].join('\n')
}

export const limitsPage: DocumentationPage = {
  name: 'limits',
  title: '요청 한도',
  group: '참고',
  summary: '키마다 따로 세고, 남은 횟수를 모든 응답의 헤더로 알려 드려요.',
  blocks: () => [
    headingBlock(2, 'limits', '한도'),
    {
      kind: 'table',
      caption: '요청 한도',
      heads: ['요청', '세는 단위', '1분에', '한 번에'],
      rows: [
        limitRow('writes', '주문과 취소 (`POST`, API v2의 add·cancel·refill·speed_up)', '키'),
        limitRow('reads', '조회 (`GET`, API v2의 나머지)', '키'),
        limitRow('credentials', '유효하지 않은 키로 보낸 요청', 'IP 주소'),
      ],
    },
    ...blocksOfMarkdown(`
한도는 양동이에 토큰이 차오르듯 다시 채워져요. **한 번에**만큼은 몰아서 보낼 수 있고, 그 뒤로는 **1분에**만큼 채워져요. 키마다 따로 세니, 프로그램마다 키를 나누면 서로 영향을 주지 않아요. 한 계정의 키를 모두 합치면 키 하나의 ${MEMBER_BUCKET_FACTOR}배까지예요. 키를 지우고 새로 만들어도 늘지 않아요.

[대량주문](/docs/bulk-orders)은 주문 ${ORDERS_PER_COUNTED_CALL}개마다 한 번으로 세요.

## 남은 횟수 확인하기 {#headers}

키로 보낸 요청의 모든 응답에 IETF 표준 초안의 \`RateLimit\` 헤더가 있어요.`),
    {
      kind: 'code',
      title: '응답 헤더',
      language: 'http',
      code: exampleHeaders(),
    },
    {
      kind: 'table',
      caption: 'RateLimit 헤더',
      heads: ['값', '뜻'],
      rows: [
        ['`q`', '한 번에 보낼 수 있는 횟수'],
        ['`w`', '다 쓴 한도가 모두 채워지는 데 걸리는 시간(초)'],
        ['`r`', '지금 남은 횟수'],
        ['`t`', '한도가 모두 채워질 때까지 남은 시간(초)'],
      ],
    },
    ...blocksOfMarkdown(`
## 한도를 넘으면 {#exceeded}

\`429\`와 함께 \`Retry-After\` 헤더로 몇 초 기다려야 하는지 알려 드려요. 그만큼 기다렸다가 다시 보내 주세요. 거절된 요청은 처리되지 않았으니 주문이 접수되었을까 걱정하지 않아도 돼요.

## 그 밖의 제한 {#sizes}

- 본문은 256KiB까지, 대량주문은 1MiB까지 보낼 수 있어요.
- API v2의 번호 목록은 한 번에 100개까지예요.
- 한 계정의 주문은 잔액 하나에서 나가니, 동시에 아주 많이 보내면 차례로 처리돼요.`),
  ],
}

import type { Block } from '../blocks.ts'
import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { exampleBlock } from '../call-blocks.ts'
import type { CallDocumentation } from '../call-documentation.ts'
import { orderDocumentation } from '../order-documentation.ts'
import type { DocumentationPage, PageContext } from '../page.ts'
import { statusDocumentation } from '../status-documentation.ts'
import { trialsOf } from '../trials.ts'

/** The first example of a call, always with a test key, so that anyone can copy and run it. */
const firstExample = (documentation: CallDocumentation, context: PageContext): Block[] =>
  documentation.examples
    .slice(0, 1)
    .map((example) => ({ ...exampleBlock(documentation, example, context), test: true }))

export const gettingStartedPage: DocumentationPage = {
  name: '',
  title: '시작하기',
  group: '시작하기',
  summary: '가입하지 않아도 복사해서 바로 주문해 볼 수 있어요. 실제 주문까지 2분이면 충분해요.',
  blocks: (context) => [
    ...blocksOfMarkdown(`
이 API로 상품 목록을 받고, 주문하고, 상태를 확인해요. 요청과 응답은 모두 JSON이고, 헤더 하나로 인증해요. 다른 패널에서 쓰던 프로그램이 있다면 [API v2](/docs/api-v2)로 주소와 키만 바꿔 연결하세요.

## 1. 첫 주문 보내기 {#first-order}

아래 코드를 복사해 그대로 실행해 보세요. 예제의 키는 [샌드박스](/docs/sandbox)의 테스트 키라서, 실제로 주문되지 않고 포인트도 쓰이지 않아요.`),
    ...firstExample(orderDocumentation, context),
    ...blocksOfMarkdown(`
응답의 \`wId\`가 주문번호예요. 테스트 잔액은 저절로 다시 채워지니 여러 번 실행해도 괜찮아요.

## 2. 상태 확인하기 {#first-status}

주소 끝의 \`주문번호\`를 받은 \`wId\`로 바꿔 주세요. [바로 해 보기](#try)에서 주문하면 그 번호가 저절로 들어가요. 샌드박스 주문은 1분 안에 접수부터 완료까지 진행돼요.`),
    ...firstExample(statusDocumentation, context),
    ...blocksOfMarkdown(`
## 3. 여기서 바로 해 보기 {#try}

터미널이 없어도 괜찮아요. 값을 고르고 보내면 실제 요청이 나가고, 받은 응답을 그대로 보여 드려요.`),
    { kind: 'trial', trials: trialsOf(context, ['order', 'status', 'services']) },
    ...blocksOfMarkdown(`
## 4. 실제로 주문하기 {#go-live}

1. [회원가입](/register)하고 [잔액을 충전](/point)해 주세요. 1포인트는 1원이에요.
2. [계정설정](/account)에서 API 키를 발급받아 주세요.
3. 테스트 키를 발급받은 키로 바꾸면 실제로 주문돼요. 주소와 형식은 똑같아요.

> 운영하기 전에 [안전하게 다시 보내기](/docs/orders#idempotency)를 꼭 읽어 주세요. 네트워크가 끊겨도 두 번 주문되지 않아요.

## 한눈에 보기 {#overview}`),
    {
      kind: 'table',
      caption: 'API 기본 정보',
      heads: ['항목', '값'],
      rows: [
        ['기본 주소', `\`${context.baseUrl}\``],
        ['인증', '`api-key: 발급받은 키` 헤더'],
        ['형식', 'JSON (UTF-8)'],
        ['상품 목록', '`GET` [`/services`](/docs/services)'],
        ['주문', '`POST` [`/order`](/docs/orders)'],
        ['대량주문', '`POST` [`/orders`](/docs/bulk-orders)'],
        ['주문 상태', '`GET` [`/status/{wId}`](/docs/status)'],
        ['API v2', '`POST` [`/api/v2`](/docs/api-v2)'],
        ['OpenAPI 3.1', '[`/openapi.json`](/openapi.json)'],
        ['AI 도구용 문서', '[`/llms.txt`](/llms.txt)'],
      ],
    },
  ],
}

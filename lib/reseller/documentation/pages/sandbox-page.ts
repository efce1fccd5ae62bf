import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { headingBlock } from '../call-blocks.ts'
import type { DocumentationPage } from '../page.ts'
import { trialsOf } from '../trials.ts'

export const sandboxPage: DocumentationPage = {
  name: 'sandbox',
  title: '샌드박스',
  group: '시작하기',
  summary: '포인트를 쓰지 않고 주문부터 완료, 부분완료, 취소까지 모두 시험해 보세요.',
  blocks: (context) => [
    ...blocksOfMarkdown(`
\`sk_test_\`로 시작하는 키로 보낸 요청은 모두 샌드박스에서 처리돼요. 주소와 형식, 오류는 실제와 똑같고, 실제로 주문되거나 포인트가 쓰이지 않아요.`),
    headingBlock(2, 'public-key', '공개 테스트 키'),
    ...blocksOfMarkdown('가입하지 않아도 누구나 쓸 수 있는 키예요. 이 문서의 예제는 모두 이 키로 동작해요.'),
    { kind: 'code', title: '공개 테스트 키', language: 'text', code: publicSandboxKey() },
    ...blocksOfMarkdown(`
가입한 회원은 [계정설정](/account)에서 자신만의 테스트 키를 만들 수 있어요. 잔액 10만 포인트로 시작하고, 언제든 처음으로 되돌릴 수 있어요.

## 주문이 진행되는 순서 {#states}`),
    {
      kind: 'table',
      caption: '샌드박스 주문의 상태',
      heads: ['주문한 뒤', '상태', '설명'],
      rows: [
        ['0~10초', '`PENDING`', '취소할 수 있고, 전액 돌려드려요.'],
        ['10~20초', '`PROCESSING`', '작업을 준비해요.'],
        ['20~45초', '`IN PROGRESS`', '`remains`가 고르게 줄고 `startCount`가 생겨요.'],
        ['45초부터', '`COMPLETED`', '끝났어요.'],
      ],
    },
    ...blocksOfMarkdown(`
## 다른 결과 시험하기 {#outcomes}

링크 어디에든 아래 글자를 넣으면 주문이 다르게 끝나요. 예를 들면 \`https://www.instagram.com/seoul.cafe.log#partial\`처럼요. 쿼리나 form에서는 \`#\`을 \`%23\`으로 적어 주세요.`),
    {
      kind: 'table',
      caption: '링크로 정하는 결과',
      heads: ['링크에 넣는 글자', '결과'],
      rows: [
        ['`#partial`', '`PARTIAL`. 절반쯤 남고, 남은 만큼 돌려드려요.'],
        ['`#canceled`', '`CANCELED`. 전액 돌려드려요.'],
        ['`#unknown`', '계속 `PENDING`이에요. 공급사의 응답을 모를 때를 시험해 보세요.'],
      ],
    },
    ...blocksOfMarkdown(`
## 실제와 다른 점 {#differences}

- 주문번호는 500,000,000부터 시작해요. 테스트 키로는 실제 주문을, 실제 키로는 샌드박스 주문을 볼 수 없어요.
- 웹훅을 보내지 않아요. [테스트 이벤트](/docs/webhooks#test)로 시험해 주세요.
- 주문은 30일 뒤에 지워요. 공개 테스트 키의 잔액 10만 포인트는 IP 주소마다 따로 있고, 5만 포인트 이하를 주문할 때 모자라면 저절로 다시 채워져요. 주문은 번호를 아는 누구나 조회할 수 있어요. 링크에 개인 정보를 넣지 마세요.`),
    headingBlock(2, 'try', '바로 해 보기'),
    { kind: 'trial', trials: trialsOf(context, ['order', 'status', 'services', 'v2-add', 'v2-balance']) },
  ],
}

import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { errorTableBlock, headingBlock } from '../call-blocks.ts'
import { anyCallErrors, bodyErrors } from '../common-errors.ts'
import { orderDocumentation } from '../order-documentation.ts'
import type { DocumentationPage } from '../page.ts'
import { pathErrors } from '../path-errors.ts'

const refusal = orderDocumentation.examples.find(({ status }) => status === 400)?.answer

export const errorsPage: DocumentationPage = {
  name: 'errors',
  title: '오류',
  group: '참고',
  summary: '오류의 형식과 상태 코드, 다시 보내도 되는 오류를 알려 드려요.',
  blocks: () => [
    ...blocksOfMarkdown(`
요청이 거절되면 이유를 JSON으로 알려 드려요. \`code\`는 프로그램이, \`message\`는 사람이 읽어요. \`message\`는 더 좋은 문장으로 바뀔 수 있으니 프로그램에서는 \`code\`로 판단해 주세요. \`400\`에는 어느 항목이 문제인지 \`issues\`도 있어요.`),
    { kind: 'code', title: '거절된 주문', language: 'json', code: JSON.stringify(refusal, null, 2) },
    ...blocksOfMarkdown(`
[API v2](/docs/api-v2#errors)는 형식이 달라요. 상태 코드는 \`200\`이고 \`{"error": "…"}\`로 알려 드려요.`),
    headingBlock(2, 'statuses', '상태 코드'),
    {
      kind: 'table',
      caption: '상태 코드',
      heads: ['상태 코드', '뜻', '다시 보내기'],
      rows: [
        ['`200` `201`', '성공', '—'],
        ['`304`', '`If-None-Match`로 물은 것에서 바뀐 것이 없어요.', '—'],
        ['`400`', '보낸 값이 맞지 않아요. 아무것도 바뀌지 않았어요.', '고친 뒤에'],
        ['`401`', '키가 없거나 유효하지 않아요.', '키를 바꾼 뒤에'],
        ['`403`', '키나 계정이 할 수 없는 요청이에요.', '설정을 바꾼 뒤에'],
        ['`404`', '없는 주소, 상품, 주문이에요.', '아니요'],
        ['`409`', '지금은 할 수 없는 요청이에요. 이유는 `message`에 있어요.', '이유에 따라'],
        ['`429`', '요청이 너무 많아요.', '`Retry-After`초 뒤에'],
        ['`500`', '서버에 문제가 생겼어요.', '같은 `Idempotency-Key`로'],
        ['`503`', '서버가 잠시 쉬고 있어요.', '`Retry-After`초 뒤에, 같은 `Idempotency-Key`로'],
        ['응답 없음', '네트워크가 끊겼거나 시간이 초과됐어요.', '같은 `Idempotency-Key`로'],
      ],
    },
    ...blocksOfMarkdown(`
## 다시 보내는 방법 {#retry}

\`429\`, \`500\`, \`503\`, 응답 없음은 잠시 후 다시 보내면 대개 성공해요. 1초, 2초, 4초처럼 간격을 두 배씩 늘리고 조금씩 흔들어 주세요. 주문은 [Idempotency-Key](/docs/orders#idempotency)가 있어야 두 번 주문되지 않아요. \`409\`의 \`CONFLICT\`도 앞선 요청이 아직 처리 중이었다면 1초쯤 뒤에 성공하니, 같은 \`Idempotency-Key\`로 몇 번은 다시 보내 주세요. 나머지 \`4xx\`는 그대로 다시 보내도 결과가 같아요.`),
    headingBlock(2, 'any', '어느 요청에서나 생길 수 있는 오류'),
    errorTableBlock('공통 오류', [...pathErrors, ...bodyErrors, ...anyCallErrors]),
    ...blocksOfMarkdown(`
요청별 오류는 [인증](/docs/authentication#errors), [상품 목록](/docs/services#errors), [주문](/docs/orders#errors), [상태 조회](/docs/status#errors), [API v2](/docs/api-v2#errors)에 있어요.`),
  ],
}

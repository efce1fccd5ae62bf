import { MAX_API_KEYS, MAX_KEY_ADDRESSES, MAX_OVERLAP_HOURS } from '#lib/api-keys/rules.ts'
import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { errorTableBlock, headingBlock } from '../call-blocks.ts'
import { apiKeyErrors } from '../common-errors.ts'
import type { DocumentationPage } from '../page.ts'

export const authenticationPage: DocumentationPage = {
  name: 'authentication',
  title: '인증과 키',
  group: '시작하기',
  summary: '헤더에 API 키를 넣어 인증해요. 키마다 권한, IP 주소, 하루 한도를 따로 정할 수 있어요.',
  blocks: () => [
    ...blocksOfMarkdown(`
모든 요청의 \`api-key\` 헤더에 키를 넣어 주세요. [API v2](/docs/api-v2)만 본문의 \`key\`로 받아요.`),
    { kind: 'code', title: '헤더', language: 'http', code: 'api-key: YOUR_API_KEY' },
    ...blocksOfMarkdown(`
## 키의 종류 {#kinds}`),
    {
      kind: 'table',
      caption: '키의 종류',
      heads: ['시작하는 글자', '쓰임'],
      rows: [
        ['`sk_live_`', '실제로 주문하는 키. 잔액에서 금액이 빠져나가요.'],
        ['`sk_test_`', '[샌드박스](/docs/sandbox) 키. 주문을 흉내만 내고, 포인트가 쓰이지 않아요.'],
        ['`ps_`', '예전에 발급한 실제 키. 그대로 쓸 수 있어요.'],
      ],
    },
    ...blocksOfMarkdown(`
## 키 만들기 {#create}

[계정설정](/account)에서 키를 ${MAX_API_KEYS}개까지 만들 수 있어요. 프로그램마다 키를 따로 만들면 문제가 생긴 키만 멈출 수 있어요. 기본 키는 비밀번호를 확인하면 다시 볼 수 있고, 추가로 만든 키는 만들 때 한 번만 보여 드려요.

- **권한**: 조회만, 또는 조회와 주문. 상태만 확인하는 서버에는 조회 권한만 주세요.
- **IP 주소**: IPv4·IPv6 주소나 CIDR 범위를 ${MAX_KEY_ADDRESSES}개까지 등록하면 그 주소에서만 쓸 수 있어요.
- **하루 한도**: 그 키로 하루(한국 시간)에 주문할 수 있는 금액이에요. 취소해도 그날은 되돌아오지 않아요.
- **멈추기**: 언제든 멈췄다가 다시 켤 수 있어요. 다음 요청부터 바로 적용돼요.

## 멈추지 않고 키 바꾸기 {#rotate}

계정설정에서 **교체**를 누르면 새 키가 생기고, 이전 키도 정한 시간(최대 ${MAX_OVERLAP_HOURS}시간) 동안 함께 쓸 수 있어요. 그 사이에 프로그램의 키를 바꾸면 주문이 끊기지 않아요.

## 안전하게 보관하기 {#safety}

- 키는 서버의 환경 변수나 비밀 저장소에 두세요. 브라우저나 앱에 넣으면 누구나 볼 수 있어요.
- 주소(쿼리)에 키를 넣지 마세요. 주소는 프록시와 서버 기록에 남아요.
- 새어 나간 것 같다면 바로 멈추고 새 키로 바꿔 주세요.`),
    headingBlock(2, 'errors', '인증 오류'),
    errorTableBlock('인증 오류', [
      ...new Map([...apiKeyErrors('read'), ...apiKeyErrors('order')].map((each) => [each.message, each])).values(),
    ]),
  ],
}

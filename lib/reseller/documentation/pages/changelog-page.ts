import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { headingBlock } from '../call-blocks.ts'
import type { DocumentationPage } from '../page.ts'

type ApiChange = {
  /** First day, by Seoul's calendar, on which the change applies. */
  day: string
  /** Anchor of the entry's heading. */
  id: string
  title: string
  /** Markdown in Korean. */
  text: string
}

/**
 * Changes of the public API, newest first. Programs written before a change still work, unless the text of the change
 * says otherwise.
 */
export const apiChanges: readonly ApiChange[] = [
  {
    day: '2026-11-24',
    id: 'speed-up',
    title: '늦은 주문을 서둘러 달라고 요청할 수 있어요',
    text: `- API v2의 [\`speed_up\`](/docs/api-v2#speed-up)으로 12시간이 지나도 끝나지 않은 주문을 요청해요.
- [웹훅](/docs/webhooks#events)의 \`services.changed\`로 주문한 상품의 가격과 판매 여부가 바뀐 것을 알려 드려요. 계정설정에서 켜야 보내요.`,
  },
  {
    day: '2026-11-23',
    id: 'refills',
    title: '리필을 신청하고, 진행 중인 주문의 취소를 요청할 수 있어요',
    text: `- API v2의 [\`refill\`](/docs/api-v2#refill)과 [\`refill_status\`](/docs/api-v2#refill-status)가 동작해요. 상품 목록의 \`refill\`이 \`true\`인 상품만 신청할 수 있어요.
- [\`cancel\`](/docs/api-v2#cancel)은 상품 목록의 \`cancel\`이 \`true\`이면 시작한 주문도 요청으로 받아요. 환불은 취소가 확정된 뒤예요.
- 리필과 취소 요청은 [웹훅](/docs/webhooks#events)의 \`request.updated\`로, 대량주문이 모두 끝난 것은 \`bulk.completed\`로 알려 드려요.
- 링크당 한 주문만 받는 상품이 생겼어요. 진행 중인 주문이 있으면 [409 \`ACTIVE_ORDER\`](/docs/orders#errors)로 거절해요.
- 회원이나 가격 그룹에 따로 정한 가격이 있으면 상품 목록이 그 가격을 알려 드리고, 그 가격으로 주문돼요.`,
  },
  {
    day: '2026-11-23',
    id: 'bulk-orders',
    title: '주문 1,000개를 한 번에 넣을 수 있어요',
    text: `- [\`POST /orders\`](/docs/bulk-orders)로 주문을 한 번에 1,000개까지 넣고 한 번에 결제해요.
- \`dryRun: true\`로 주문하지 않고 금액과 오류만 확인할 수 있어요.`,
  },
  {
    day: '2026-11-23',
    id: 'sandbox',
    title: '샌드박스를 열었어요',
    text: `- [테스트 키](/docs/sandbox)로 포인트를 쓰지 않고 모든 상태를 시험할 수 있어요. 가입하지 않아도 쓸 수 있는 공개 키도 있어요.`,
  },
  {
    day: '2026-11-23',
    id: 'changed-services',
    title: '바뀐 상품만 받을 수 있어요',
    text: `- 상품 목록에 [\`since\`](/docs/services#list)를 넣으면 그 뒤에 바뀐 상품과 판매가 끝난 상품 번호만 와요.
- [웹훅](/docs/webhooks#events)에 환불과 테스트 이벤트가 생겼고, 서명 키를 멈추지 않고 바꿀 수 있어요.`,
  },
  {
    day: '2026-11-23',
    id: 'documentation',
    title: 'API 문서를 새로 열었어요',
    text: `- 로그인하지 않아도 읽을 수 있고, 예제를 복사하면 바로 동작해요.
- 문서의 모든 페이지를 주소 끝에 \`.md\`를 붙여 Markdown으로 받을 수 있어요. AI 도구에는 [/llms.txt](/llms.txt)를 알려 주세요.`,
  },
  {
    day: '2026-11-22',
    id: 'several-keys',
    title: '키를 여러 개 만들 수 있어요',
    text: `- 키마다 [권한, IP 주소, 하루 한도](/docs/authentication#create)를 정하고, 멈추거나 교체할 수 있어요.
- 모든 응답에 [\`RateLimit\` 헤더](/docs/limits#headers)가 있어요.`,
  },
  {
    day: '2026-11-22',
    id: 'api-v2',
    title: 'API v2를 지원해요',
    text: `- 다른 패널에서 쓰던 프로그램을 [주소와 키만 바꿔](/docs/api-v2) 연결할 수 있어요.
- 댓글, 멘션, 투표 같은 [서비스 타입](/docs/service-types)을 주문할 수 있어요. 상품 목록에 \`type\`이 생겼어요.`,
  },
]

export const changelogPage: DocumentationPage = {
  name: 'changelog',
  title: '변경 이력',
  group: '참고',
  summary: 'API에서 달라진 점을 날짜별로 알려 드려요.',
  blocks: () => [
    ...blocksOfMarkdown(`
이미 있는 항목의 뜻은 바꾸지 않고, 새 항목을 더하기만 해요. 모르는 항목은 무시하도록 프로그램을 만들어 주세요. 어쩔 수 없이 호환되지 않게 바꿔야 한다면 30일 전에 여기와 공지로 알려 드려요.`),
    ...apiChanges.flatMap(({ day, id, title, text }) => [
      headingBlock(2, id, `${day} — ${title}`),
      ...blocksOfMarkdown(text),
    ]),
  ],
}

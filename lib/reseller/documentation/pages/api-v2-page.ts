import { v2Statuses } from '../../v2/labels.ts'
import { apiV2Documentation } from '../api-v2-documentation.ts'
import { blocksOfMarkdown } from '../blocks-of-markdown.ts'
import { actionBlocks, errorTableBlock, headingBlock } from '../call-blocks.ts'
import type { DocumentationPage } from '../page.ts'
import { trialsOf } from '../trials.ts'

const { call, description, fields = {}, actions = [], errors } = apiV2Documentation

export const apiV2Page: DocumentationPage = {
  name: 'api-v2',
  title: 'API v2 호환',
  group: '주문',
  summary: apiV2Documentation.summary,
  blocks: (context) => [
    { kind: 'endpoint', method: call.method, path: call.path },
    ...blocksOfMarkdown(description),
    {
      kind: 'fields',
      caption: '모든 요청에 필요한 값',
      rows: Object.entries(fields).map(([name, meaning]) => ({ name, type: '문자열', required: true, meaning })),
    },
    {
      kind: 'table',
      caption: 'action 목록',
      heads: ['`action`', '기능'],
      rows: actions.map(({ name, title }) => [`[\`${name}\`](/docs/api-v2#${name.replaceAll('_', '-')})`, title]),
    },
    headingBlock(2, 'try', '바로 해 보기'),
    { kind: 'trial', trials: trialsOf(context, ['v2-add', 'v2-status', 'v2-balance', 'v2-services']) },
    ...actions.flatMap((action) => actionBlocks(apiV2Documentation, action, context)),
    ...blocksOfMarkdown(`
## 상태값 {#statuses}

${Object.values(v2Statuses)
  .map((status) => `\`${status}\``)
  .join(
    ', ',
  )} 가운데 하나예요. 자동주문은 회차를 모두 합쳐서 답해요. 마지막 회차가 끝날 때까지 In progress이고, \`remains\`에는 아직 시작하지 않은 회차와 취소한 회차의 수량도 들어 있어요.

\`Idempotency-Key\` 헤더는 \`add\`에서 [주문](/docs/orders#idempotency)과 똑같이 동작해요.`),
    headingBlock(2, 'errors', '오류'),
    errorTableBlock('API v2 오류', errors),
  ],
}

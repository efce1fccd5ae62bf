import { publicSandboxKey } from '#lib/api-keys/queries/public-sandbox-key.ts'
import type { CallDocumentation } from '../documentation/call-documentation.ts'
import { callDocumentation } from '../documentation/queries.ts'
import { apiBaseUrl } from '../queries.ts'
import { openApiComponents } from './components.ts'
import { type OpenApiOperation, operationOf } from './operation.ts'
import { v2Operation, v2Schemas } from './v2-operation.ts'
import { openApiWebhooks } from './webhooks.ts'

/** Version of the documented API. It changes only with an incompatible change; so far there was none. */
const API_VERSION = '1.0.0'

const description = (): string => `상품 목록을 받아 주문하고, 상태를 조회하고, 바뀔 때마다 웹훅을 받아요.

- 키는 \`api-key\` 헤더에 넣어요. 다른 패널에서 쓰던 프로그램은 API v2를 그대로 쓸 수 있어요.
- 가입하지 않아도 공개 테스트 키 \`${publicSandboxKey()}\`로 시험해 볼 수 있어요. 테스트 키의 주문은 실제로 작업하지 않고 1분 안에 끝나요.
- 요청과 응답은 JSON이에요. 모르는 항목은 무시하고, \`null\`은 없는 것과 같아요.
- 거절은 \`{message, code}\`로 답해요. \`400\`에는 어느 항목이 왜 잘못됐는지 \`issues\`가 있어요.
- 요청 제한이 얼마나 남았는지는 모든 응답의 \`RateLimit\` 헤더에 있어요.`

const tags = [
  { name: 'API', description: '상품을 고르고 주문하고 상태를 확인해요.' },
  { name: 'API v2', description: '다른 패널에서 쓰던 프로그램을 주소와 키만 바꿔 연결해요.' },
  { name: '웹훅', description: '주문이 바뀌면 등록한 주소로 알려 드려요.' },
]

type PathItem = Record<string, OpenApiOperation>

function pathItemOf(documentation: CallDocumentation): PathItem {
  const { call, actions } = documentation
  if (!actions) return { [call.method.toLowerCase()]: operationOf(documentation) }
  const schemas = v2Schemas(documentation)
  return { get: v2Operation(documentation, 'GET', schemas), post: v2Operation(documentation, 'POST', schemas) }
}

/** OpenAPI's `paths`: the documented calls by path. Calls with the same path share an item. */
function paths(): Record<string, PathItem> {
  const items: Record<string, PathItem> = {}
  for (const each of callDocumentation) {
    const path = each.shownPath ?? each.call.path
    items[path] = { ...items[path], ...pathItemOf(each) }
  }
  return items
}

/** Makes the links in the document's texts absolute, because the document may be read outside of the shop. */
const withAbsoluteLinks = <T>(document: T): T =>
  JSON.parse(JSON.stringify(document).replaceAll('](/', `](${apiBaseUrl()}/`))

/**
 * The public API as an OpenAPI 3.1 document, made from the schemas of the calls and the texts of
 * lib/reseller/documentation/ (docs/contract.md#public-api).
 */
export const openApiDocument = () =>
  withAbsoluteLinks({
    openapi: '3.1.1',
    info: { title: '리셀러 API', version: API_VERSION, description: description() },
    externalDocs: { description: '한국어 문서', url: `${apiBaseUrl()}/docs` },
    servers: [{ url: apiBaseUrl() }],
    tags,
    paths: paths(),
    webhooks: openApiWebhooks(),
    components: openApiComponents(),
  })

export type OpenApiDocument = ReturnType<typeof openApiDocument>

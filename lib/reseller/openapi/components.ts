import { callDocumentation } from '../documentation/queries.ts'
import type { JsonSchema } from './json-schema.ts'
import { v2Schemas } from './v2-operation.ts'

const issues: JsonSchema = {
  type: 'array',
  minItems: 1,
  description: '잘못된 항목마다 하나씩',
  items: {
    type: 'object',
    properties: {
      path: { type: 'string', description: '항목 이름. 어느 한 항목의 문제가 아니면 비어 있어요.' },
      message: { type: 'string', description: '한국어로 쓴 이유' },
    },
    required: ['path', 'message'],
    additionalProperties: false,
  },
}

const header = (description: string, schema: JsonSchema, example: string | number) => ({ description, schema, example })

const headers = {
  'X-Request-Id': header(
    '이 요청의 ID. 문의할 때 알려 주시면 요청 기록에서 바로 찾을 수 있어요.',
    { type: 'string', format: 'uuid' },
    '01941f29-7c00-7cc3-98c4-dc0c0c07398f',
  ),
  RateLimit: header('남은 요청 수(`r`)와, 모두 다시 찰 때까지의 초(`t`)', { type: 'string' }, '"writes";r=1175;t=3'),
  'RateLimit-Policy': header(
    '요청 수(`q`)와, 그만큼을 쓸 수 있는 초(`w`)',
    { type: 'string' },
    '"writes";q=1200;w=120',
  ),
  'Retry-After': header('이만큼의 초가 지난 뒤 다시 보내 주세요.', { type: 'integer', minimum: 1 }, 1),
  ETag: header(
    '내용의 버전. 다음 요청의 `If-None-Match`에 넣어 주세요.',
    { type: 'string' },
    '"Zk3fU1q0n7mYl2s8xwVQeA"',
  ),
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      '같은 요청을 다시 보내도 한 번만 처리되게 하는 값. 72시간 동안 기억해요. 한 주문에 하나씩, UUID를 권해요.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: '지난 응답의 `ETag`. 바뀐 것이 없으면 본문 없이 `304`로 답해요.',
    schema: { type: 'string' },
  },
}

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'api-key', description: '계정설정에서 만든 API 키' },
  bearer: { type: 'http', scheme: 'bearer', description: 'API v2만: `Authorization: Bearer <API 키>`' },
  key: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'API v2만: 쿼리의 `key`. 주소는 여러 곳에 기록으로 남을 수 있으니 본문의 `key`를 권해요.',
  },
}

/** OpenAPI's `components`: schemas, headers and parameters to which operations refer by name. */
export function openApiComponents() {
  const documentationOfV2 = callDocumentation.find(({ actions }) => actions)
  return {
    schemas: { Issues: issues, ...(documentationOfV2 && v2Schemas(documentationOfV2)) },
    headers,
    parameters,
    securitySchemes,
  }
}

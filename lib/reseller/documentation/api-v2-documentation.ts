import { apiV2Call } from '../v2/calls.ts'
import { apiV2Actions } from './api-v2-actions.ts'
import { apiV2Errors } from './api-v2-errors.ts'
import type { CallDocumentation } from './call-documentation.ts'

export const apiV2Documentation: CallDocumentation = {
  call: apiV2Call,
  title: 'API v2',
  summary: '다른 패널에서 쓰던 프로그램을 주소와 키만 바꿔 그대로 연결해요.',
  description: `전 세계 패널이 함께 쓰는 API v2를 그대로 지원해요. 이미 다른 패널에 연결된 프로그램이 있다면 API 주소와 키만 바꿔 주세요.

- \`POST\`로 form, multipart, JSON 어느 형식이든 보내 주세요. 콘텐츠 타입이 틀려도 내용을 보고 알아서 읽어요. 글자는 UTF-8로 보내 주세요. \`GET\` 쿼리도 받지만, 주소는 여러 곳에 기록으로 남을 수 있으니 키는 본문에 넣어 주세요.
- 숫자는 숫자든 문자열이든 괜찮아요. 번호 여러 개는 쉼표·공백·줄바꿈으로 나누거나 배열로 보내 주세요.
- 거절할 때도 상태 코드는 \`200\`이고 \`{"error": "…"}\`로 이유를 알려 드려요. 요청이 너무 많을 때는 \`429\`, 서버가 데이터베이스를 사용할 수 없을 때는 \`503\`이고, 이 둘에는 \`Retry-After\` 헤더가 있어요.`,
  fields: {
    key: 'API 키. 본문에 없으면 `Authorization: Bearer` 헤더나 `api-key` 헤더에서 찾아요.',
    action: '할 일. 아래 action 가운데 하나예요.',
  },
  examples: apiV2Actions.flatMap(({ examples }) => examples),
  errors: apiV2Errors,
  actions: apiV2Actions,
}

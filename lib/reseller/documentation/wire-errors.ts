import { messages } from '#lib/core/pipeline-messages.ts'
import type { ErrorDocumentation } from './call-documentation.ts'

/** Refusals of requests that reach no call. */
export const pathErrors: readonly ErrorDocumentation[] = [
  {
    status: 400,
    code: 'BAD_INPUT',
    message: messages.badPath,
    cause: '주소에 잘못된 퍼센트 인코딩이 있어요.',
    cure: '주소를 `encodeURIComponent`처럼 올바르게 인코딩해 주세요.',
  },
  {
    status: 404,
    code: 'NOT_FOUND',
    message: messages.notFound,
    cause: '없는 주소로 보냈어요.',
    cure: '기본 주소와 경로의 철자를 확인해 주세요.',
  },
  {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: messages.methodNotAllowed,
    cause: '`GET`과 `POST`처럼 요청 방식을 잘못 보냈어요.',
    cure: '응답의 `Allow` 헤더에 있는 방식으로 보내 주세요.',
  },
]

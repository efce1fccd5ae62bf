import { messages } from '#lib/core/pipeline-messages.ts'
import type { ErrorDocumentation } from './call-documentation.ts'
import { badPathError } from './common-errors.ts'

/**
 * Refusals because of the path or method: the path can't be decoded, no call has this path, or no call has this method
 * there.
 */
export const pathErrors: readonly ErrorDocumentation[] = [
  badPathError,
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

import { frozenApiKey, ipAddressNotAllowed, scopeMissing } from '#lib/api-keys/errors.ts'
import type { AppError, ErrorCode } from '#lib/core/errors.ts'
import { errorAnswer } from '#lib/core/http-answer.ts'
import { unavailable } from '#lib/core/outage.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { accountRestricted } from '#lib/members/errors.ts'
import type { ErrorDocumentation } from './call-documentation.ts'

/** Why a request is refused, and what to do about it. */
type CauseAndCure = { cause: string; cure: string }

/** Documents the response that the shop sends for this error. */
export function documentRefusal(error: AppError, why: CauseAndCure): ErrorDocumentation {
  return { status: errorAnswer(error).status, code: error.code, message: error.message, ...why }
}

const refusalWith = (status: number, code: ErrorCode, message: string, why: CauseAndCure): ErrorDocumentation => ({
  status,
  code,
  message,
  ...why,
})

/** Refusals because of the API key or its member. `scope`: the scope of the key that the call needs. */
export const apiKeyErrors = (scope: 'read' | 'order'): ErrorDocumentation[] => [
  refusalWith(401, 'UNAUTHENTICATED', messages.badKey, {
    cause: '`api-key` 헤더가 없거나, 없는 키이거나, 재발급·삭제되어 끝난 키예요.',
    cure: '헤더 이름과 키를 확인해 주세요. 기본 키와 테스트 키는 계정설정에서 다시 볼 수 있어요.',
  }),
  documentRefusal(frozenApiKey(), {
    cause: '계정설정에서 멈춘 키예요.',
    cure: '계정설정에서 다시 켜거나 다른 키를 사용해 주세요.',
  }),
  documentRefusal(ipAddressNotAllowed(), {
    cause: '키에 등록한 IP 주소나 CIDR 범위 밖에서 보낸 요청이에요.',
    cure: '서버가 나가는 IP를 확인하고 계정설정에서 키에 추가해 주세요.',
  }),
  documentRefusal(scopeMissing(scope), {
    cause: scope === 'read' ? '키에 조회 권한이 없어요.' : '키에 주문 권한이 없어요.',
    cure: `계정설정에서 키에 ${scope === 'read' ? '조회' : '주문'} 권한을 켜 주세요.`,
  }),
  documentRefusal(accountRestricted(), {
    cause: '계정이 이용정지되었어요. 모든 키가 함께 멈춰요.',
    cure: '로그인하면 보이는 사유와 기간을 확인하고 고객센터로 문의해 주세요.',
  }),
]

/**
 * Refusals with which any call of the public API may respond, because they don't depend on what the request contains.
 */
export const anyCallErrors: readonly ErrorDocumentation[] = [
  refusalWith(429, 'TOO_MANY_REQUESTS', messages.tooMany, {
    cause: '1분 동안 보낼 수 있는 요청 수를 넘었어요.',
    cure: '`Retry-After` 헤더의 초만큼 기다렸다가 다시 보내 주세요.',
  }),
  documentRefusal(unavailable(), {
    cause: '서버가 데이터베이스를 사용할 수 없어요. 주문이라면 접수되었을 수도 있어요.',
    cure: '`Retry-After` 헤더의 초만큼 기다렸다가 같은 `Idempotency-Key`로 다시 보내 주세요. 두 번 주문되지 않아요.',
  }),
  refusalWith(500, 'INTERNAL', messages.fault, {
    cause: '서버에 문제가 생겼어요. 주문이라면 접수되었을 수도 있어요.',
    cure: '잠시 후 같은 `Idempotency-Key`로 다시 보내 주세요. 두 번 주문되지 않아요.',
  }),
]

/** Refusals of a request because of its body's size or type. `maxSize`: as text, such as '1MiB'. */
export const bodyErrorsForSize = (maxSize: string): readonly ErrorDocumentation[] => [
  refusalWith(413, 'TOO_LARGE', messages.tooLarge, {
    cause: `본문이 ${maxSize}를 넘어요.`,
    cure: '내용을 줄이거나 여러 번에 나눠 보내 주세요.',
  }),
  refusalWith(415, 'NOT_JSON', messages.notJson, {
    cause: '`Content-Type`이 `application/json`이 아니에요.',
    cure: '`Content-Type: application/json` 헤더를 넣어 주세요.',
  }),
]

/** Refusals because of the size or type of a body, for calls that take at most 256 KiB. */
export const bodyErrors = bodyErrorsForSize('256KiB')

/**
 * Refusal of a writing call that has waited too long for another call that uses the same balance or Idempotency-Key.
 */
export const lockTimeoutError: ErrorDocumentation = refusalWith(409, 'CONFLICT', messages.unavailable, {
  cause: '같은 키의 요청이 아직 처리되고 있거나, 한 계정의 주문이 한꺼번에 너무 많이 몰렸어요.',
  cure: '1초쯤 뒤에 같은 `Idempotency-Key`로 다시 보내 주세요.',
})

/** Refusal of an invalid Idempotency-Key header. */
export const badIdempotencyKeyError: ErrorDocumentation = refusalWith(400, 'BAD_INPUT', messages.malformed, {
  cause: '`Idempotency-Key`가 비었거나, 200자를 넘거나, 영문·숫자·기호가 아닌 글자가 있어요.',
  cure: 'UUID처럼 1~200자의 영문과 숫자로 만들어 주세요.',
})

/** Refusal of a path that can't be decoded. */
export const badPathError: ErrorDocumentation = refusalWith(400, 'BAD_INPUT', messages.badPath, {
  cause: '주소에 잘못된 `%` 표기나 `%2F`처럼 숨긴 구분자가 있어요.',
  cure: '주소를 문서에 있는 대로 보내 주세요.',
})

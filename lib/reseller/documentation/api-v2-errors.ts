import { dailyCapReached } from '#lib/api-keys/errors.ts'
import { AppError } from '#lib/core/errors.ts'
import { idempotencyKeyReused } from '#lib/idempotency/errors.ts'
import { activeOrderOnLink, insufficientPoints } from '#lib/orders/errors.ts'
import {
  incorrectAction,
  incorrectOrder,
  incorrectParameterText,
  incorrectRefill,
  orderNotCancellable,
  refillNotAvailable,
  speedUpNotAvailable,
  statusInV2,
  tooManyIdsText,
  toPlacingRefusal,
  tryAgainLater,
  v2ErrorText,
} from '../v2/errors.ts'
import type { ErrorDocumentation } from './call-documentation.ts'
import { anyCallErrors, apiKeyErrors, badIdempotencyKeyError, bodyErrors, lockTimeoutError } from './common-errors.ts'

/** Converts a documented refusal to the text and HTTP status that API v2 has for it. */
const toV2Error = ({ code, message, status, cause, cure }: ErrorDocumentation): ErrorDocumentation => ({
  status: statusInV2(status),
  code: '',
  message: v2ErrorText(new AppError(code as AppError['code'], message)),
  cause: cause.replace('`api-key` 헤더가', '`key`가'),
  cure: cure.replace('헤더 이름과 키를', '키를'),
})

const refusal = (message: string, cause: string, cure: string): ErrorDocumentation => ({
  status: 200,
  code: '',
  message,
  cause,
  cure,
})

/** Refusal of a request that can't be read. */
const badRequest = new AppError('BAD_INPUT', badIdempotencyKeyError.message)

const [tooLarge] = bodyErrors

const sharedErrors = [
  ...apiKeyErrors('read'),
  ...apiKeyErrors('order'),
  badIdempotencyKeyError,
  lockTimeoutError,
  ...anyCallErrors,
]
  .concat(tooLarge ?? [])
  .map(toV2Error)

/**
 * All refusals of API v2, each text once. The entry about the parameter `comments` stands for the refusals of all order
 * details.
 */
export const apiV2Errors: readonly ErrorDocumentation[] = [
  ...new Map(
    [
      ...sharedErrors,
      refusal(
        v2ErrorText(badRequest),
        `본문을 읽을 수 없거나, 항목이 2,000개를 넘어요. 또는 ${badIdempotencyKeyError.cause}`,
        `form이나 JSON의 형식을 확인해 주세요. \`Idempotency-Key\`는 ${badIdempotencyKeyError.cure}`,
      ),
      refusal(
        v2ErrorText(tryAgainLater()),
        `${lockTimeoutError.cause} 취소라면 공급사에 보내고 있는 주문이에요. 번호 목록에서는 앞의 번호까지만 처리하고 멈췄다는 뜻이에요.`,
        `${lockTimeoutError.cure} 취소는 1분쯤 뒤에 다시 보내 주세요. 번호 목록이라면 이 답을 받은 번호만 다시 보내 주세요.`,
      ),
      refusal(
        v2ErrorText(incorrectAction()),
        '`action`이 없거나 지원하지 않는 값이에요.',
        '이 문서에 있는 action을 소문자로 보내 주세요.',
      ),
      refusal(
        incorrectParameterText('service'),
        '없거나, 판매가 끝났거나, 지금 주문할 수 없는 상품이에요.',
        '`services`로 상품 목록을 다시 받아 주세요.',
      ),
      refusal(
        incorrectParameterText('link'),
        '`link`가 비었거나, 2,000자를 넘거나, 제어 문자나 UTF-8이 아닌 글자가 있어요.',
        '작업할 게시물이나 계정의 주소를 UTF-8로 넣어 주세요.',
      ),
      refusal('Quantity less than minimal N', '수량이나 줄 수가 상품의 `min`보다 적어요.', 'N 이상으로 보내 주세요.'),
      refusal(
        'Quantity more than maximum N',
        '수량이나 줄 수가 상품의 `max`보다 많아요.',
        'N 이하로 나눠 보내 주세요.',
      ),
      refusal(incorrectParameterText('quantity'), '`quantity`가 정수가 아니에요.', '숫자만 넣어 주세요.'),
      refusal(
        incorrectParameterText('runs'),
        '`runs`가 2보다 작거나, 자동주문을 지원하지 않는 상품이에요.',
        '`dripfeed`가 `true`인 상품에 2 이상으로 보내 주세요.',
      ),
      refusal(incorrectParameterText('interval'), '`interval`이 60분보다 짧아요.', '60 이상으로 보내 주세요.'),
      refusal(
        incorrectParameterText('comments'),
        '상품의 타입에 필요한 항목이 없거나, 형식이 맞지 않거나, UTF-8이 아닌 글자가 있어요. 다른 항목이면 그 이름으로 알려 드려요.',
        '[서비스 타입](/docs/service-types)에서 필요한 항목을 확인해 주세요.',
      ),
      refusal(
        v2ErrorText(activeOrderOnLink(null)),
        '이 링크로 진행 중인 주문이 있어요. 링크당 한 주문만 받는 상품이에요.',
        '그 주문이 끝난 뒤에 다시 보내 주세요.',
      ),
      refusal(v2ErrorText(insufficientPoints()), '주문 금액이 잔액보다 커요.', '잔액을 충전하고 다시 보내 주세요.'),
      refusal(
        v2ErrorText(toPlacingRefusal(dailyCapReached())),
        '이 키로 오늘 주문할 수 있는 금액을 넘어요.',
        '계정설정에서 키의 하루 한도를 올리거나 내일(한국 시간) 다시 보내 주세요.',
      ),
      refusal(
        v2ErrorText(toPlacingRefusal(idempotencyKeyReused())),
        '72시간 안에 쓴 `Idempotency-Key`를 다른 내용과 함께 보냈어요.',
        '새 주문에는 새 키를 사용해 주세요.',
      ),
      refusal(
        v2ErrorText(incorrectOrder()),
        '숫자가 아니거나, 없거나, 다른 회원의 주문이거나, 마지막으로 바뀐 지 1년이 지났어요.',
        '`add`가 답한 번호인지 확인해 주세요.',
      ),
      refusal(tooManyIdsText(100), '번호를 100개 넘게 보냈어요.', '100개씩 나눠 보내 주세요.'),
      refusal(
        v2ErrorText(orderNotCancellable()),
        '끝난 주문이거나, 취소를 이미 요청했거나, 이미 보낸 주문인데 상품의 `cancel`이 `false`예요.',
        '`services`의 `cancel`과 주문의 `status`를 확인해 주세요.',
      ),
      refusal(
        v2ErrorText(refillNotAvailable()),
        '리필이 없는 상품이거나, 완료되지 않았거나, 리필 기간이 지났거나, 돌려드린 금액이 있거나, 24시간 안에 신청한 주문이에요.',
        '`services`의 `refill`과 상품의 리필 기간을 확인하고, 하루에 한 번 신청해 주세요.',
      ),
      refusal(
        v2ErrorText(speedUpNotAvailable()),
        '아직 시작하지 않았거나, 끝났거나, 주문한 지 12시간이 지나지 않았거나, 24시간 안에 요청한 주문이에요.',
        '주문하고 12시간이 지나도 진행 중이면 하루에 한 번 요청해 주세요.',
      ),
      refusal(v2ErrorText(incorrectRefill()), '없는 리필 번호예요.', '`refill`이 답한 번호인지 확인해 주세요.'),
    ].map((each) => [each.message, each] as const),
  ).values(),
]

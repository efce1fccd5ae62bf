import { dailyCapReached } from '#lib/api-keys/errors.ts'
import { AppError } from '#lib/core/errors.ts'
import { idempotencyKeyReused } from '#lib/idempotency/errors.ts'
import {
  activeOrderOnLink,
  insufficientPoints,
  orderInputRules,
  orderRules,
  serviceNotOrderable,
  unknownService,
} from '#lib/orders/errors.ts'
import { orderMessages } from '#lib/orders/labels.ts'
import type { ErrorDocumentation } from './call-documentation.ts'
import { documentRefusal } from './common-errors.ts'

/** The rules about an order's input, each group applied to an order that breaks exactly one of them. */
const checkedRules = {
  serviceId: orderInputRules({ serviceId: 0, link: 'x' }),
  link: orderInputRules({ serviceId: 1, link: '' }),
  tooFew: orderRules({ amount: 0, runs: 0, interval: 0 }, { min: 1, max: 2, unitPrice: 1n }),
  tooMany: orderRules({ amount: 3, runs: 0, interval: 0 }, { min: 1, max: 2, unitPrice: 1n }),
}

/** Documents the refusal of an order that breaks the rule `name`. */
const documentBrokenRule = (
  name: keyof typeof checkedRules,
  why: { cause: string; cure: string },
): ErrorDocumentation =>
  documentRefusal(new AppError('BAD_INPUT', checkedRules[name].find(([, isBroken]) => isBroken)?.[2] ?? ''), why)

/**
 * Refusals of an order: first those by its rules, in the sequence in which the shop checks them, then those that depend
 * on the balance, the link and the keys.
 */
export const orderErrors: readonly ErrorDocumentation[] = [
  documentRefusal(new AppError('BAD_INPUT', orderMessages.failed), {
    cause: '본문이 올바른 JSON이 아니거나, 숫자 자리에 문자열이 있거나, 수량이 정수가 아니에요.',
    cure: '`issues`의 `path`가 가리키는 항목을 고쳐 주세요. 숫자는 따옴표 없이 보내 주세요.',
  }),
  documentBrokenRule('serviceId', { cause: '`serviceId`가 없거나 0이에요.', cure: '상품 목록의 `id`를 넣어 주세요.' }),
  documentBrokenRule('link', {
    cause: '`link`가 없거나 비어 있어요.',
    cure: '작업할 게시물이나 계정의 주소를 넣어 주세요.',
  }),
  documentRefusal(unknownService(), {
    cause: '없는 상품이거나 판매가 끝난 상품이에요.',
    cure: '상품 목록을 다시 받아 상품 번호를 확인해 주세요.',
  }),
  documentRefusal(serviceNotOrderable(), {
    cause: '`isReadOnly`가 `true`인 상품이거나, 점검 중이라 모든 주문을 멈췄어요.',
    cure: '다른 상품을 주문하거나 나중에 다시 보내 주세요. 상품 목록에서 지금 상태를 볼 수 있어요.',
  }),
  documentBrokenRule('tooFew', {
    cause: '`amount`가 상품의 `min`보다 적어요. 줄 수로 세는 상품은 줄 수가 적어요.',
    cure: '상품 목록의 `min` 이상으로 보내 주세요.',
  }),
  documentBrokenRule('tooMany', {
    cause: '`amount`가 상품의 `max`보다 많아요. 줄 수로 세는 상품은 줄 수가 많아요.',
    cure: '상품 목록의 `max` 이하로 나눠 보내 주세요.',
  }),
  documentRefusal(insufficientPoints(), {
    cause: '주문 금액이 잔액보다 커요. 아무것도 빠져나가지 않았어요.',
    cure: '잔액을 충전하고 다시 보내 주세요.',
  }),
  documentRefusal(activeOrderOnLink(null), {
    cause: '이 링크로 진행 중인 주문이 있어요. 링크당 한 주문만 받는 상품이에요. `orderId`가 그 주문이에요.',
    cure: '그 주문이 끝난 뒤에 다시 보내 주세요.',
  }),
  documentRefusal(dailyCapReached(), {
    cause: '이 키로 오늘 주문할 수 있는 금액을 넘어요.',
    cure: '계정설정에서 키의 하루 한도를 올리거나 내일(한국 시간) 다시 보내 주세요.',
  }),
  documentRefusal(idempotencyKeyReused(), {
    cause: '72시간 안에 쓴 `Idempotency-Key`를 다른 본문과 함께 보냈어요.',
    cure: '새 주문에는 새 키를 쓰고, 다시 보낼 때는 본문을 그대로 보내 주세요.',
  }),
]

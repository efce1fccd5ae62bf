import { AppError } from '#lib/core/errors.ts'
import type { RequestKind } from './labels.ts'
import { type RequestRefusal, SPEED_UP_AFTER_HOURS } from './rules.ts'

type Sentences = Readonly<Record<RequestRefusal, string>>

const sentences: Sentences = {
  NOT_OFFERED: '이 상품에서는 요청할 수 없어요.',
  NOT_COMPLETED: '완료된 주문만 리필을 요청할 수 있어요.',
  ENDED: '이미 끝난 주문이에요.',
  UNSENT: '아직 시작하지 않은 주문이에요.',
  SENDING: '주문을 전달하고 있어요. 잠시 후 다시 요청해 주세요.',
  TOO_EARLY: `주문하고 ${SPEED_UP_AFTER_HOURS}시간이 지나면 요청할 수 있어요.`,
  REFUNDED: '환불된 주문은 리필할 수 없어요.',
  RECOVERED: '포인트로 돌려드린 주문은 리필할 수 없어요.',
  EXPIRED: '리필 기간이 지났어요.',
  OPEN: '이미 요청했어요.',
  TODAY: '마지막 요청에서 24시간이 지나면 다시 요청할 수 있어요.',
  NOT_DROPPED: '지금 수량이 줄지 않았어요.',
  BELOW_START: '시작할 때보다 적어서 리필할 수 없어요.',
}

/** Sentences that replace those of `sentences` for a kind of request. */
const sentencesOfKinds: Partial<Record<RequestKind, Partial<Sentences>>> = {
  REFILL: { NOT_OFFERED: '이 상품은 리필이 없어요.' },
  CANCEL: { NOT_OFFERED: '시작한 뒤에는 취소할 수 없는 상품이에요.' },
}

/** Text for members that says why a request can't be made. */
export const requestRefusalText = (kind: RequestKind, why: RequestRefusal): string =>
  sentencesOfKinds[kind]?.[why] ?? sentences[why]

export const requestRefused = (kind: RequestKind, why: RequestRefusal): AppError =>
  new AppError('CONFLICT', requestRefusalText(kind, why))

export const unknownRequest = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 요청이에요.')

export const requestAlreadyClosed = (): AppError => new AppError('CONFLICT', '이미 끝난 요청이에요.')

/**
 * Refuses to mark a cancellation request as DONE: staff must cancel the order, which refunds it and closes the request.
 */
export const cancelOrderFirst = (): AppError =>
  new AppError('CONFLICT', '주문을 취소하면 요청도 함께 끝나요. 주문을 취소해 주세요.')

export const requestOutcomeKnown = (): AppError => new AppError('CONFLICT', '이미 결과가 확인된 요청이에요.')

/** Refuses a provider's refill id that staff have entered, because another request has this id. */
export const refillIdTaken = (): AppError => new AppError('CONFLICT', '다른 요청의 리필 번호예요.')

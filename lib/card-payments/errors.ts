import { AppError, badField } from '#lib/core/errors.ts'

export const cardPaymentsNotOffered = (): AppError =>
  new AppError('CONFLICT', '지금은 카드와 가상계좌로 결제할 수 없어요. 무통장입금을 이용해 주세요.')

export const tooManyPayments = (retryAfterSeconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', '결제를 너무 많이 시작했어요. 잠시 후 다시 시도해 주세요.', { retryAfterSeconds })

export const unknownPayment = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 결제예요.')

export const notPaidByCard = (): AppError => new AppError('CONFLICT', '카드로 결제한 충전이 아니에요.')

export const virtualAccountNotCancellable = (): AppError =>
  new AppError(
    'CONFLICT',
    '가상계좌 결제는 돌려받을 계좌가 필요해요. 포트원 콘솔에서 취소하면 포인트가 따라서 회수돼요.',
  )

export const alreadyCancelling = (): AppError =>
  new AppError('CONFLICT', '이미 취소를 요청했어요. 포트원이 답할 때까지 기다려 주세요.')

export const nothingToCancel = (): AppError =>
  new AppError('CONFLICT', '취소할 수 있는 금액이 없어요. 포인트를 이미 썼거나 정산할 금액이 남아 있어요.')

export const cancellationTooLarge = (cancellableText: string): AppError =>
  badField('point', `취소할 수 있는 금액은 ${cancellableText}까지예요.`)

export const cancellableAmountChanged = (cancellableText: string): AppError =>
  new AppError(
    'CONFLICT',
    `요청한 뒤에 취소할 수 있는 금액이 ${cancellableText}으로 줄었어요. 거절하고 다시 요청해 주세요.`,
  )

/**
 * Refuses a cancellation by staff who lately had a hand in a refund of the member's orders, or whose role is less than
 * 24 hours old.
 */
export const cancellerRefundedOrder = (): AppError =>
  new AppError(
    'FORBIDDEN',
    '이 회원의 주문을 최근에 환불했거나 환불로 이어진 처리를 했어요. 또는 권한을 받은 지 24시간이 지나지 않았어요. 다른 운영자가 취소해 주세요.',
  )

export const connectionNotChecked = (): AppError => new AppError('CONFLICT', '연결을 먼저 확인해 주세요.')

export const testEnvironmentRefused = (): AppError =>
  new AppError('CONFLICT', '테스트 환경의 결제로는 충전할 수 없어요. 환경을 운영으로 바꿔 주세요.')

export const paymentsUnderWay = (): AppError =>
  new AppError('CONFLICT', '진행 중인 결제나 결제 취소가 있어요. 결제 받기를 끄고, 모두 끝난 뒤에 연결을 끊어 주세요.')

export const forgedWebhook = (): AppError => new AppError('UNAUTHENTICATED', '알림의 서명이 올바르지 않아요.')

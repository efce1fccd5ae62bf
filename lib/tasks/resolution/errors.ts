import { AppError, badField } from '#lib/core/errors.ts'

export const unknownTask = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 할 일이에요.')

export const taskAlreadyResolved = (): AppError => new AppError('CONFLICT', '이미 처리된 할 일이에요.')

export const actionNotOffered = (): AppError => badField('action', '이 할 일에는 쓸 수 없는 처리예요.')

export const upstreamIdRequired = (): AppError => badField('providerOrderId', '공급사 주문번호를 입력해 주세요.')

export const upstreamIdMalformed = (): AppError =>
  badField(
    'providerOrderId',
    '공급사 주문번호가 아니에요. 영문, 숫자, - _ .만 쓸 수 있고, 0이거나 -로 시작할 수 없어요.',
  )

export const orderStillOpen = (): AppError =>
  new AppError('CONFLICT', '주문이 끝나지 않았어요. 주문을 먼저 처리해 주세요.')

export const correctionStillFailed = (): AppError =>
  new AppError(
    'CONFLICT',
    '영수증의 취소 발행이 아직 안 됐어요. 영수증에서 취소를 다시 발행하거나 직접 취소한 것으로 적어 주세요.',
  )

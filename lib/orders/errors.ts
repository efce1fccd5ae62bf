import { AppError } from '#lib/core/errors.ts'
import { notOrderable } from './labels.ts'

export const unknownService = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 상품입니다.')

export const serviceNotOrderable = (): AppError => new AppError('CONFLICT', notOrderable)

export const noAutoOrders = (): AppError => new AppError('CONFLICT', '자동주문을 지원하지 않는 상품입니다.')

export const insufficientPointsMessage = '포인트가 부족합니다.'

export const insufficientPoints = (): AppError =>
  new AppError('INSUFFICIENT_POINTS', insufficientPointsMessage, {
    issues: [{ path: '', message: insufficientPointsMessage }],
  })

export const unknownOrder = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 주문입니다.')

export const transitionRefused = (): AppError => new AppError('CONFLICT', '지금 상태에서는 바꿀 수 없습니다.')

export const reasonRequired = (): AppError => new AppError('BAD_INPUT', '사유를 입력해 주세요.')

export const remainsRequired = (): AppError => new AppError('BAD_INPUT', '남은 수량을 정수로 입력해 주세요.')

export const keyReused = (): AppError => new AppError('CONFLICT', '같은 Idempotency-Key로 다른 요청을 보냈습니다.')

import { AppError } from '#lib/core/errors.ts'
import { chargeMessages } from './labels.ts'

export const feeTypeNotOffered = (): AppError =>
  new AppError('BAD_INPUT', chargeMessages.failed, { issues: [{ path: 'feeType', message: chargeMessages.failed }] })

export const tooManyPending = (): AppError => new AppError('CONFLICT', '진행 중인 충전 요청이 너무 많습니다.')

export const unknownCharge = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 충전 요청입니다.')

export const chargeSettled = (): AppError => new AppError('CONFLICT', '이미 처리된 충전 요청입니다.')

export const reasonMissing = (): AppError => new AppError('BAD_INPUT', '사유를 입력해 주세요.')

export const keyOfOtherCharge = (): AppError =>
  new AppError('CONFLICT', '같은 Idempotency-Key로 다른 요청을 보냈습니다.')

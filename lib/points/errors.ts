import { AppError, badField } from '#lib/core/errors.ts'

export const adjustmentReasonMissing = (): AppError => badField('reason', '조정 사유를 입력해 주세요.')

export const unknownAdjustment = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 조정이에요.')

export const adjustmentAboveBalance = (): AppError => new AppError('CONFLICT', '회원의 잔액보다 많이 뺄 수 없어요.')

export const adjustedMemberLeft = (): AppError =>
  new AppError('CONFLICT', '회원이 탈퇴해 조정할 수 없어요. 거절해 주세요.')

export const adjustmentAboveLimit = (): AppError =>
  new AppError('FORBIDDEN', '조정 한도를 넘는 금액은 대표만 요청할 수 있어요.')

export const adjustmentAlreadyDecided = (): AppError => new AppError('CONFLICT', '이미 처리된 조정이에요.')

export const adjustmentKeyReused = (): AppError => new AppError('CONFLICT', '같은 키로 다른 조정을 요청했어요.')

/** Message of the adjustment form if the points are missing, 0 or not a number with at most two decimals. */
export const adjustmentAmountMessage = '조정할 포인트를 숫자로 입력해 주세요.'

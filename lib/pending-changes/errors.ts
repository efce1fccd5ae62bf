import { AppError } from '#lib/core/errors.ts'

export const unknownChange = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 변경이에요.')

export const changeAlreadyDecided = (): AppError => new AppError('CONFLICT', '이미 적용되었거나 취소된 변경이에요.')

export const noSecondOwnerNeeded = (): AppError =>
  new AppError('CONFLICT', '다른 대표의 동의가 필요하지 않은 변경이에요. 예정된 시각에 적용돼요.')

export const unreadableChange = (): AppError =>
  new AppError('CONFLICT', '이 변경의 내용을 읽을 수 없어 적용할 수 없어요. 거절하고 다시 요청받아 주세요.')

export const notSecondOwner = (): AppError =>
  new AppError('FORBIDDEN', '요청한 사람이 아니면서 대표가 된 지 24시간이 지난 다른 대표만 동의할 수 있어요.')

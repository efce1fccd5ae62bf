import { AppError } from '#lib/core/errors.ts'

export const unknownAutoOrder = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 자동주문이에요.')

export const noRunsToCancel = (): AppError => new AppError('CONFLICT', '취소할 회차가 남아 있지 않아요.')

import { AppError, badField } from '#lib/core/errors.ts'

export const unknownReceipt = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 영수증이에요.')

export const receiptAlreadySettled = (): AppError => new AppError('CONFLICT', '이미 처리된 영수증이에요.')

export const noteMissing = (): AppError => badField('note', '발행하지 못한 이유를 입력해 주세요.')

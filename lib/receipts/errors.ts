import { AppError, badField } from '#lib/core/errors.ts'

export const unknownReceipt = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 영수증이에요.')

export const receiptAlreadySettled = (): AppError => new AppError('CONFLICT', '이미 처리된 영수증이에요.')

/** Refuses to record without a reason that a receipt wasn't issued, or that a correction was settled by hand. */
export const reasonNotIssuedMissing = (): AppError => badField('note', '발행하지 못한 이유를 입력해 주세요.')

export const receiptBeingIssued = (): AppError =>
  new AppError('CONFLICT', '연결한 서비스가 발행하고 있어요. 잠시 뒤에 결과를 확인해 주세요.')

export const receiptIssuedByIssuer = (): AppError =>
  new AppError('CONFLICT', '연결한 서비스가 발행한 영수증이에요. 충전을 취소하거나 환불하면 저절로 취소 발행돼요.')

export const unknownReceiptDocument = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 발행 문서예요.')

export const correctionNotSettleable = (): AppError =>
  new AppError('CONFLICT', '이미 보낸 취소 발행은 직접 처리할 수 없어요. 결과를 확인해 주세요.')

export const documentNotIssued = (): AppError => new AppError('CONFLICT', '아직 발행되지 않아 볼 수 없어요.')

export const monthFileTooLarge = (): AppError =>
  new AppError('BAD_INPUT', '한 달의 거래가 너무 많아 한 파일에 담을 수 없어요.')

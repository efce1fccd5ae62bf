import { AppError, badField } from '#lib/core/errors.ts'

export const unknownDeposit = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 입금이에요.')

export const depositSettled = (): AppError => new AppError('CONFLICT', '이미 처리된 입금이에요.')

export const depositDisputed = (): AppError =>
  new AppError('CONFLICT', '은행이 다르게 알린 입금이라 충전에 쓸 수 없어요. 은행을 확인해 주세요.')

export const depositAndChargeAmountsDiffer = (): AppError =>
  new AppError('CONFLICT', '입금액과 충전 요청 금액이 달라요.')

export const reasonMissing = (): AppError => badField('reason', '반환 사유를 입력해 주세요.')

export const importerMayNotReturn = (): AppError =>
  new AppError('FORBIDDEN', '직접 가져온 입금은 반환할 수 없어요. 다른 운영자가 은행을 확인하고 반환해야 해요.')

export const chargeHasDeposit = (): AppError => new AppError('CONFLICT', '이미 입금과 이어진 충전이에요.')

export const depositNotDuplicate = (): AppError => new AppError('CONFLICT', '중복으로 의심되는 입금만 닫을 수 있어요.')

export const tooManyDeposits = (maximum: number): AppError =>
  new AppError('BAD_INPUT', `한 번에 ${maximum.toLocaleString('ko-KR')}건까지 가져올 수 있어요.`)

export const badSignature = (): AppError => new AppError('UNAUTHENTICATED', '서명이 올바르지 않아요.')

/** Error about a line of an imported table that can't be read; lines are counted from 1. */
export const unreadableLine = (line: number): AppError =>
  new AppError('BAD_INPUT', `${line}번째 줄을 읽을 수 없어요.`, {
    issues: [{ path: `csv.${line}`, message: '거래번호, 입금자명, 금액, 일시를 확인해 주세요.' }],
  })

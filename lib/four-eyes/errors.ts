import { AppError } from '#lib/core/errors.ts'

export const ownAccount = (): AppError =>
  new AppError('OWN_ACCOUNT', '본인 계정의 돈이나 제한은 직접 처리할 수 없어요. 다른 운영자에게 맡겨 주세요.')

export const ownImport = (): AppError =>
  new AppError('OWN_ACCOUNT', '가져온 입금은 그 입금을 가져오거나 확인한 운영자의 충전에 쓸 수 없어요.')

import { AppError } from '#lib/core/errors.ts'

export const noEmailAddressForChangeMails = (): AppError =>
  new AppError('CONFLICT', '계정에 이메일이 없어요. 계정설정에서 이메일을 등록하면 받을 수 있어요.')

import { AppError } from '#lib/core/errors.ts'

export const wrongCode = (): AppError => new AppError('BAD_INPUT', '인증번호가 올바르지 않습니다')

export const expiredCode = (): AppError => new AppError('BAD_INPUT', '인증번호가 만료되었습니다')

import { AppError } from '#lib/core/errors.ts'

export const wrongLogin = (): AppError => new AppError('NOT_FOUND', '아이디 또는 비밀번호가 다릅니다.')

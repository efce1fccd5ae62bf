import { AppError } from '#lib/core/errors.ts'

export const noApiKey = (): AppError => new AppError('NOT_FOUND', '이 회원에게는 API 키가 없어요.')

import { AppError } from '#lib/core/errors.ts'

export const lastOwner = (): AppError => new AppError('CONFLICT', '마지막 대표의 권한은 바꿀 수 없습니다.')

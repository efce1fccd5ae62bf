import { AppError } from '#lib/core/errors.ts'

export const rewardSettled = (): AppError => new AppError('CONFLICT', '이미 처리된 추천 보상입니다.')

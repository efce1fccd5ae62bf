import { AppError } from '#lib/core/errors.ts'

export const rewardAlreadySettled = (): AppError => new AppError('CONFLICT', '이미 처리된 추천 보상이에요.')

export const referralsOff = (): AppError => new AppError('CONFLICT', '지금은 추천인 코드를 발급하지 않아요.')

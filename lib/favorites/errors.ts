import { AppError } from '#lib/core/errors.ts'
import { MAX_FAVORITES } from './labels.ts'

export const tooManyFavorites = (): AppError =>
  new AppError('CONFLICT', `즐겨찾기는 ${MAX_FAVORITES}개까지 담을 수 있어요. 쓰지 않는 상품의 별을 꺼 주세요.`)

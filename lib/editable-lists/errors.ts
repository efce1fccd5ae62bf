import { AppError } from '#lib/core/errors.ts'

/** Refusal of a save: somebody else has changed the row since it was loaded into the form. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.')

import { AppError } from '#lib/core/errors.ts'

/** Refusal of a save: somebody else has changed the row since it was loaded into the form. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.')

/** Refusal of a save: the row refers to a row that somebody else has removed since the form was loaded. */
export const removedMeanwhile = (): AppError =>
  new AppError('BAD_INPUT', '선택한 항목이 그 사이에 삭제됐어요. 다시 선택해 주세요.')

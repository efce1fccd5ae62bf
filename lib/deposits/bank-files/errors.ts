import { AppError } from '#lib/core/errors.ts'
import { type ColumnMapFault, MAX_COLUMN_MAPS } from './map-rules.ts'

const columnMapErrors: Record<ColumnMapFault, () => AppError> = {
  MISSING: () => new AppError('BAD_INPUT', '일시, 입금자명, 입금액 열을 골라 주세요.'),
  TWICE: () => new AppError('BAD_INPUT', '같은 뜻의 열은 하나만 고를 수 있어요.'),
  OTHER_SUM: () => new AppError('BAD_INPUT', '잔액이나 출금액인 열은 입금액으로 쓸 수 없어요.'),
  HEADLESS: () => new AppError('BAD_INPUT', '제목 줄이 없는 표는 파일 양식으로 저장할 수 없어요.'),
  WIDE: () => new AppError('BAD_INPUT', '열이 너무 많거나 제목이 너무 긴 표는 파일 양식으로 저장할 수 없어요.'),
}

export const columnMapRefused = (fault: ColumnMapFault): AppError => columnMapErrors[fault]()

export const tooManyColumnMaps = (): AppError =>
  new AppError('CONFLICT', `파일 양식은 ${MAX_COLUMN_MAPS}개까지 저장해요. 안 쓰는 것을 삭제해 주세요.`)

export const unknownColumnMap = (): AppError =>
  new AppError('NOT_FOUND', '파일 양식이 없어요. 이미 바뀌었거나 삭제됐어요.')

export const columnMapChanged = (): AppError =>
  new AppError('CONFLICT', '파일 양식이 그사이에 바뀌었어요. 새로고침하고 표를 다시 확인해 주세요.')

export const columnMapUnconfirmed = (): AppError =>
  new AppError('CONFLICT', '다른 운영자가 저장한 파일 양식이에요. 확인한 뒤에 가져와 주세요.')

export const ownColumnMap = (): AppError =>
  new AppError('FORBIDDEN', '직접 저장한 파일 양식은 다른 운영자가 확인해야 해요.')

import { AppError } from '#lib/core/errors.ts'

export const unknownProvider = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 공급사입니다.')

export const unknownProviderService = (): AppError => new AppError('NOT_FOUND', '공급사에 없는 상품입니다.')

export const unknownCategory = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 카테고리입니다.')

export const noServiceList = (): AppError => new AppError('CONFLICT', '공급사의 상품 목록을 읽지 못했습니다.')

export const unknownPreview = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 미리보기입니다.')

export const previewOutdated = (): AppError =>
  new AppError('CONFLICT', '미리보기 이후에 바뀐 내용이 있습니다. 다시 불러와 주세요.')

export const nothingUnknown = (): AppError => new AppError('CONFLICT', '이미 확인된 주문입니다.')

export const upstreamIdTaken = (): AppError => new AppError('CONFLICT', '이미 다른 주문에 쓰인 공급사 주문번호입니다.')

export const badAddress = (): AppError =>
  new AppError('BAD_INPUT', '공급사 주소는 외부에 공개된 https 주소여야 합니다.')

export const providerInUse = (): AppError =>
  new AppError('CONFLICT', '이 공급사로 보낸 주문이나 상품이 있습니다. 사용 안 함으로 바꿔 주세요.')

import { AppError, badField } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'

export const unknownProvider = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 공급사예요.')

export const unknownProviderService = (): AppError => new AppError('NOT_FOUND', '공급사에 없는 상품이에요.')

export const unknownCategory = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 카테고리예요.')

export const providerListUnreadable = (): AppError =>
  new AppError('CONFLICT', '공급사의 상품 목록을 읽지 못했어요. 주소와 API 키를 확인해 주세요.')

export const providerNotResponding = (): AppError =>
  new AppError('CONFLICT', '공급사가 응답하지 않아요. API 주소와 요청 형식을 확인해 주세요.')

export const providerKeyRefused = (): AppError =>
  new AppError('CONFLICT', '공급사가 API 키를 받아 주지 않았어요. 키를 확인해 주세요.')

export const exchangeRateMissing = (): AppError =>
  new AppError('CONFLICT', '환율을 먼저 입력해 주세요. 공급사 통화 1이 몇 원인지 알아야 원가를 계산할 수 있어요.')

export const unknownTakeOver = (): AppError => new AppError('NOT_FOUND', '가져오던 목록이 없어요.')

export const takeOverUnderWay = (): AppError =>
  new AppError('CONFLICT', '이 공급사의 목록을 이미 가져오고 있어요. 이어서 가져오거나 멈춰 주세요.')

export const takeOverOutdated = (): AppError =>
  new AppError('CONFLICT', '미리보기 뒤에 목록이나 상점이 바뀌었어요. 다시 미리보기 해 주세요.')

export const nothingToTakeOver = (): AppError => new AppError('CONFLICT', '가져올 상품이 없어요.')

export const tooManyCategories = (): AppError =>
  new AppError(
    'BAD_INPUT',
    '새 카테고리는 한 번에 500개까지 만들 수 있어요. 일부 카테고리는 가져오지 않기로 골라 주세요.',
  )

export const unknownImportPreview = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 미리보기예요.')

export const importPreviewOutdated = (): AppError =>
  new AppError('CONFLICT', '미리보기 뒤에 바뀐 내용이 있어요. 다시 불러와 주세요.')

export const sendingOutcomeAlreadyKnown = (): AppError => new AppError('CONFLICT', '이미 확인된 주문이에요.')

export const providerOrderIdTaken = (): AppError =>
  new AppError('CONFLICT', '이미 다른 주문에 쓰인 공급사 주문번호예요.')

export const badProviderAddress = (): AppError => badField('apiUrl', '공급사 주소는 외부에 공개된 https 주소여야 해요.')

export const providerInUse = (): AppError =>
  new AppError('CONFLICT', '이 공급사로 보낸 주문이나 상품이 있어 삭제할 수 없어요. 주문 보내기를 꺼 주세요.')

/** The fields of the provider form that are checked; `providerInput` explains them. */
type ProviderFields = {
  name: string
  apiUrl: string
  /** The API key; absent if the stored key isn't changed. */
  key?: string | undefined
  maxInFlight: number
  perMinute: number
  alertBelow: number
}

const isCountUpTo = (count: number, max: number): boolean => Number.isInteger(count) && count >= 1 && count <= max

/** Checks of the provider form, in the sequence of its fields. A new provider (`isNew`) needs a key. */
export const providerRules = (provider: ProviderFields, isNew: boolean): Rule[] => [
  ['name', provider.name.trim() === '', '이름을 입력해 주세요.'],
  ['apiUrl', !URL.canParse(provider.apiUrl), 'API 주소를 https:// 부터 입력해 주세요.'],
  ['key', isNew && !provider.key, 'API 키를 입력해 주세요.'],
  ['maxInFlight', !isCountUpTo(provider.maxInFlight, 100), '동시 요청은 1~100 사이의 정수로 입력해 주세요.'],
  ['perMinute', !isCountUpTo(provider.perMinute, 60_000), '분당 요청은 1~60,000 사이의 정수로 입력해 주세요.'],
  ['alertBelow', !(provider.alertBelow >= 0 && provider.alertBelow <= 1e12), '알림 기준은 0 이상으로 입력해 주세요.'],
]

/** Won per unit of the provider's currency, and the mark-up in percent of the cost. */
type PricingFields = { exchangeRate: number; margin: number }

const hasAtMostDecimals = (value: number, max: number): boolean => (String(value).split('.')[1]?.length ?? 0) <= max

/** Checks of the form in which staff set a provider's exchange rate and default mark-up. */
export const providerPricingRules = ({ exchangeRate, margin }: PricingFields): Rule[] => [
  [
    'exchangeRate',
    !(exchangeRate > 0 && exchangeRate <= 1_000_000 && hasAtMostDecimals(exchangeRate, 5)),
    '환율은 0보다 크게, 소수 다섯째 자리까지 입력해 주세요.',
  ],
  markUpRule(margin),
]

/** Check of a mark-up, in percent of the cost. */
export const markUpRule = (margin: number): Rule => [
  'margin',
  !(margin >= 0 && margin <= 10_000 && hasAtMostDecimals(margin, 2)),
  '가산율은 0~10,000%, 소수 둘째 자리까지 입력해 주세요.',
]

/**
 * Checks of the form that starts a take-over, the adding of a provider's whole list to the shop: the exchange rate and
 * the mark-up.
 */
export const takeOverRules = (terms: PricingFields): Rule[] => providerPricingRules(terms)

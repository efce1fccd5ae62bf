import { AppError } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import { unitPriceFromNumber } from '#lib/money/prices.ts'
import { canHaveAutoOrders, isPackage, type ServiceTypeName } from './service-types.ts'

/** Maximum number of characters in the name of a platform, category or service (`text`). */
export const MAX_NAME_LENGTH = 200
/** Maximum number of characters in the description of a service (`notice`). */
export const MAX_NOTICE_LENGTH = 10_000
const MAX_QUANTITY = 2_147_483_647

const isName = (text: string): boolean => text.trim() !== '' && text.trim().length <= MAX_NAME_LENGTH
const isQuantity = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= MAX_QUANTITY
const isPrice = (point: number): boolean => unitPriceFromNumber(point) !== null

const nameRule = (text: string): Rule => ['text', !isName(text), '이름을 1~200자로 입력해 주세요.']

/** Maximum number of days after completion for which a service may allow refills. */
const MAX_REFILL_DAYS = 3_650

const isRefillPeriod = (days: number): boolean => Number.isInteger(days) && days >= 0 && days <= MAX_REFILL_DAYS

/** Form rule: a category must be chosen. */
export const categoryRule = (categoryId: number): Rule => ['categoryId', categoryId < 1, '카테고리를 골라 주세요.']

/** The fields of a service that `serviceRules` checks. */
type ServiceForm = {
  /** Name of the service. */
  text: string
  categoryId: number
  /** Price of one unit, in won. */
  point: number
  min: number
  max: number
  /** Description of the service. */
  notice: string
  providerId: number | null
  providerServiceId: string | null
  cost: number | null
  type: ServiceTypeName
  enableAuto: boolean
  refillDays: number
}

/**
 * Form rules of a service, in the sequence in which they are checked. A service that a provider fulfils needs the id of
 * the provider's service.
 */
export const serviceRules = (service: ServiceForm): Rule[] => [
  nameRule(service.text),
  categoryRule(service.categoryId),
  ['point', !isPrice(service.point), '가격은 0 이상, 소수 다섯째 자리까지 입력해 주세요.'],
  ['min', !isQuantity(service.min), '최소 수량은 1 이상의 정수로 입력해 주세요.'],
  ['max', !isQuantity(service.max), '최대 수량은 1 이상의 정수로 입력해 주세요.'],
  ['max', service.max < service.min, '최대 수량이 최소 수량보다 적어요.'],
  ['max', isPackage(service.type) && service.max !== 1, '패키지는 최소 수량과 최대 수량을 1로 입력해 주세요.'],
  [
    'enableAuto',
    service.enableAuto && !canHaveAutoOrders(service.type),
    '자동주문은 기본 방식의 상품만 받을 수 있어요.',
  ],
  ['refillDays', !isRefillPeriod(service.refillDays), '리필 기간은 0일부터 3,650일까지 입력해 주세요.'],
  ['notice', service.notice.length > MAX_NOTICE_LENGTH, '설명은 10,000자까지 입력할 수 있어요.'],
  [
    'providerServiceId',
    service.providerId !== null && !service.providerServiceId,
    '공급사의 상품 번호를 입력해 주세요.',
  ],
  ['cost', service.cost !== null && !isPrice(service.cost), '원가는 0 이상, 소수 다섯째 자리까지 입력해 주세요.'],
]

export const platformRules = ({ text, backgroundColor }: { text: string; backgroundColor: string }): Rule[] => [
  nameRule(text),
  ['backgroundColor', !/^#[\da-f]{6}$/i.test(backgroundColor), '배경색은 #d6249f 처럼 입력해 주세요.'],
]

export const categoryRules = ({ text, platform }: { text: string; platform: number }): Rule[] => [
  nameRule(text),
  ['platform', platform < 1, '플랫폼을 골라 주세요.'],
]

/** Error for a route of a service to a provider service that has another type than the service. */
export const routeTypeMismatch = (): AppError =>
  new AppError('CONFLICT', '이 상품과 유형이 다른 공급사 상품이 있어요. 유형이 같은 상품으로 골라 주세요.')

export const pricePreviewOutdated = (): AppError =>
  new AppError('CONFLICT', '미리보기 뒤에 바뀐 상품이 있어요. 다시 미리보기 해 주세요.')

export const tooManyServicesSelected = (): AppError =>
  new AppError('BAD_INPUT', '한 번에 20,000개까지 바꿀 수 있어요. 조건을 좁혀 주세요.')

export const serviceNotWithdrawn = (): AppError => new AppError('CONFLICT', '이미 판매 목록에 있는 상품이에요.')

export const unknownPriceBatch = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 가격 변경이에요.')

export const priceUndoTooLate = (): AppError => new AppError('CONFLICT', '하루가 지난 가격 변경은 되돌릴 수 없어요.')

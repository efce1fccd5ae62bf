import { AppError } from '#lib/core/errors.ts'
import { type Rule, refuseBroken } from '#lib/core/form-errors.ts'
import { unitPriceFromNumber } from '#lib/money/prices.ts'
import { MAX_DISCOUNT_PERCENT } from './labels.ts'

export const unknownPriceRule = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 가격 규칙이에요.')

export const unknownPriceTarget = (): AppError =>
  new AppError('NOT_FOUND', '회원이나 그룹, 상품을 찾을 수 없어요. 다시 골라 주세요.')

/** Refuses a price below cost: only an OWNER may set one, and only with `belowCost`. */
export const belowCostRefused = (): AppError =>
  new AppError('FORBIDDEN', '원가보다 낮은 가격은 소유자만 정할 수 있어요.')

const hasAtMostTwoDecimals = (value: number): boolean => /^\d+(\.\d{1,2})?$/.test(String(value))

const isPercent = (percent: number): boolean =>
  percent >= 0 && percent <= MAX_DISCOUNT_PERCENT && hasAtMostTwoDecimals(percent)

const percentMessage = `할인율은 0~${MAX_DISCOUNT_PERCENT}%, 소수 둘째 자리까지 입력해 주세요.`

/** Validation rules of the form of a price group, in the sequence of its fields. */
export const priceGroupRules = ({ name, percent }: { name: string; percent: number }): Rule[] => [
  ['name', name.trim() === '', '그룹 이름을 입력해 주세요.'],
  ['percent', !isPercent(percent), percentMessage],
]

/** The fields of a price rule that are checked. `percent` is in percent, `point` the price of one unit in won. */
type RuleFields = {
  groupId?: number | null | undefined
  memberNo?: number | null | undefined
  categoryId?: number | null | undefined
  serviceId?: number | null | undefined
  percent?: number | null | undefined
  point?: number | null | undefined
  belowCost: boolean
  reason: string
}

const isPrice = (point: number): boolean => (unitPriceFromNumber(point) ?? 0n) > 0n && point <= 10_000_000

/** Validation rules of the form of a price rule, in the sequence of its fields. */
export const priceRuleRules = (rule: RuleFields): Rule[] => {
  const { groupId, memberNo, categoryId, serviceId, percent, point, belowCost, reason } = rule
  return [
    ['memberNo', (groupId == null) === (memberNo == null), '그룹과 회원 중 하나만 골라 주세요.'],
    ['serviceId', categoryId != null && serviceId != null, '상품과 카테고리 중 하나만 골라 주세요.'],
    [
      'serviceId',
      groupId != null && categoryId == null && serviceId == null,
      '그룹의 전체 할인은 그룹에서 정해 주세요. 여기서는 상품이나 카테고리를 골라 주세요.',
    ],
    ['percent', (percent == null) === (point == null), '할인율과 가격 중 하나만 입력해 주세요.'],
    ['percent', percent != null && !isPercent(percent), percentMessage],
    ['point', point != null && serviceId == null, '가격은 상품 하나에만 정할 수 있어요.'],
    ['point', point != null && !isPrice(point), '가격은 0보다 크게, 소수 다섯째 자리까지 입력해 주세요.'],
    ['reason', belowCost && reason === '', '원가보다 낮게 파는 이유를 입력해 주세요.'],
  ]
}

/** Refuses a price rule that breaks one of `priceRuleRules`. @throws BAD_INPUT with the first broken rule */
export const refuseBadPriceRule = (rule: RuleFields): void => refuseBroken(priceRuleRules(rule))

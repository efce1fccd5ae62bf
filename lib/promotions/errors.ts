import { AppError } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import type { PromotionKind } from './labels.ts'

export const unknownPromotion = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 프로모션이에요.')

export const promotionNotActive = (): AppError => new AppError('CONFLICT', '진행 중인 프로모션만 멈출 수 있어요.')

export const promotionNotWaiting = (): AppError => new AppError('CONFLICT', '확인을 기다리는 프로모션이 아니에요.')

export const budgetAboveLimit = (): AppError =>
  new AppError('FORBIDDEN', '조정 한도를 넘는 예산은 대표만 정할 수 있어요.')

/**
 * Error for a coupon code that doesn't exist, or whose coupon has not begun, has ended or isn't active. The message is
 * the same in all these cases, so that guessing codes reveals nothing.
 */
export const unusableCoupon = (): AppError =>
  new AppError('NOT_FOUND', '사용할 수 없는 쿠폰이에요. 번호와 사용 기간을 확인해 주세요.')

export const couponAlreadyUsed = (): AppError =>
  new AppError('CONFLICT', '이미 사용한 쿠폰이에요. 한 사람이 한 번만 쓸 수 있어요.')

/** Error for a coupon that its member has registered before and that waits for a charge; `minCharge`: with its unit. */
export const couponRegistered = (minCharge: string): AppError =>
  new AppError('CONFLICT', `이미 등록한 쿠폰이에요. ${minCharge} 이상 충전하면 받아요.`)

export const couponsExhausted = (): AppError => new AppError('CONFLICT', '준비한 쿠폰이 모두 사용됐어요.')

export const couponRefusedToStaff = (): AppError =>
  new AppError('OWN_ACCOUNT', '운영자와 운영자 본인의 다른 계정은 쿠폰을 쓸 수 없어요.')

/** Fields of a promotion that `promotionRules` checks; `promotionInput` explains them. */
type PromotionFields = {
  kind: PromotionKind
  name: string
  percent: number | null
  point: number | null
  maxPoint: number | null
  minCharge: number
  once: boolean
  startsAt: string | null
  endsAt: string | null
  budget: number
  maxGrants: number | null
}

/** Maximum values of a promotion's fields. MAX_POINT and MAX_BUDGET are in points. */
const MAX_POINT = 100_000_000
const MAX_BUDGET = 1_000_000_000
const MAX_GRANTS = 1_000_000

/** True for a whole number from 1 to `max`. */
const isCount = (value: number | null, max: number): boolean =>
  value !== null && Number.isSafeInteger(value) && value >= 1 && value <= max

const isPercent = (percent: number | null): boolean =>
  percent !== null && percent > 0 && percent <= 100 && /^\d+(\.\d{1,2})?$/.test(String(percent))

/** Latest year in which a promotion may begin or end. */
const LATEST_YEAR = 2999

/** An ISO 8601 time in milliseconds since 1970; NaN if it is null or can't be parsed. */
const parseTime = (value: string | null): number => (value === null ? Number.NaN : Date.parse(value))

const isValidTime = (value: string | null): boolean =>
  !Number.isNaN(parseTime(value)) && new Date(parseTime(value)).getUTCFullYear() <= LATEST_YEAR

/** Rules of a promotion, in the sequence of the fields on its screen. Points are whole points. */
export const promotionRules = (fields: PromotionFields): Rule[] => {
  const { kind, percent, point, maxPoint, minCharge, budget, maxGrants, startsAt, endsAt } = fields
  const isBonus = kind === 'BONUS'
  return [
    ['name', fields.name.trim() === '', '이름을 입력해 주세요. 회원에게 보여요.'],
    ['percent', !isBonus && percent !== null, '쿠폰은 정해진 포인트만 줄 수 있어요.'],
    ['percent', (percent === null) === (point === null), '적립률과 포인트 중 하나만 입력해 주세요.'],
    [
      'percent',
      percent !== null && !isPercent(percent),
      '적립률은 0보다 크고 100% 이하로, 소수 둘째 자리까지 입력해 주세요.',
    ],
    ['point', point !== null && !isCount(point, MAX_POINT), '포인트는 1~1억 사이의 정수로 입력해 주세요.'],
    [
      'maxPoint',
      maxPoint !== null && !isCount(maxPoint, MAX_POINT),
      '최대 포인트는 1~1억 사이의 정수로 입력해 주세요.',
    ],
    ['maxPoint', maxPoint !== null && percent === null, '최대 포인트는 적립률과 함께 정해 주세요.'],
    [
      'minCharge',
      minCharge !== 0 && !isCount(minCharge, MAX_POINT),
      '최소 충전 포인트는 0~1억 사이의 정수로 입력해 주세요.',
    ],
    ['minCharge', isBonus && minCharge < (point ?? 0), '보너스는 최소 충전 포인트보다 클 수 없어요.'],
    ['once', !isBonus && !fields.once, '쿠폰은 회원마다 한 번만 쓸 수 있어요.'],
    ['startsAt', !isValidTime(startsAt), '시작 시각을 입력해 주세요.'],
    ['endsAt', !isValidTime(endsAt), '종료 시각을 입력해 주세요.'],
    ['endsAt', parseTime(endsAt) <= parseTime(startsAt), '종료 시각은 시작 시각보다 뒤여야 해요.'],
    ['budget', !isCount(budget, MAX_BUDGET), '예산은 1~10억 사이의 정수로 입력해 주세요.'],
    ['budget', budget < (point ?? 0), '예산은 한 번에 주는 포인트보다 커야 해요.'],
    ['maxGrants', maxGrants !== null && !isCount(maxGrants, MAX_GRANTS), '횟수는 1~100만 사이의 정수로 입력해 주세요.'],
  ]
}

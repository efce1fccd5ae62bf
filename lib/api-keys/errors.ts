import { AppError, badField } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import {
  type KeyScope,
  MAX_API_KEYS,
  MAX_DAILY_CAP,
  MAX_KEY_ADDRESSES,
  MAX_KEY_NAME_LENGTH,
  MAX_OVERLAP_HOURS,
  MAX_TEST_KEYS,
} from './rules.ts'

export const noApiKey = (): AppError => new AppError('NOT_FOUND', '이 회원에게는 API 키가 없어요.')

export const unknownApiKey = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 API 키예요.')

export const tooManyApiKeys = (): AppError => new AppError('CONFLICT', `API 키는 ${MAX_API_KEYS}개까지 만들 수 있어요.`)

export const tooManyTestKeys = (): AppError =>
  new AppError('CONFLICT', `테스트 키는 ${MAX_TEST_KEYS}개까지 만들 수 있어요.`)

/** Error for a call with a test key, if the call doesn't accept test keys. */
export const testKeyRefused = (): AppError => new AppError('FORBIDDEN', '테스트 키로는 쓸 수 없는 기능이에요.')

export const frozenApiKey = (): AppError =>
  new AppError('FORBIDDEN', '사용을 멈춘 API 키예요. 계정설정에서 다시 켤 수 있어요.')

export const ipAddressNotAllowed = (): AppError =>
  new AppError('FORBIDDEN', '이 API 키는 등록한 IP 주소에서만 쓸 수 있어요.')

const scopeRefusals: Record<KeyScope, string> = {
  read: '이 API 키로는 조회할 수 없어요.',
  order: '이 API 키로는 주문할 수 없어요.',
}

export const scopeMissing = (scope: KeyScope): AppError => new AppError('FORBIDDEN', scopeRefusals[scope])

/** Error for an order that would exceed the daily cap of its API key (docs/contract.md#api-keys). */
export const dailyCapReached = (): AppError => new AppError('CONFLICT', '이 API 키의 하루 한도를 넘는 주문이에요.')

export const badIpAddress = (): AppError =>
  badField('addresses', 'IP 주소나 CIDR 범위로 입력해 주세요 (예: 203.0.113.7, 203.0.113.0/24)')

/** Values of the form for an API key. When an existing key is changed, an absent field keeps its value. */
type KeyFields = {
  name?: string | null
  scopes?: readonly string[] | null
  addresses?: readonly string[] | null
  dailyCap?: number | null
}

/**
 * Rules of the form for an API key. Only the server checks whether each address is an IP address or a range, because
 * browsers have no parser for them.
 */
export const apiKeyRules = ({ name, scopes, addresses, dailyCap }: KeyFields): Rule[] => [
  ['name', name === '', '키 이름을 입력해 주세요'],
  ['name', (name?.length ?? 0) > MAX_KEY_NAME_LENGTH, `키 이름은 ${MAX_KEY_NAME_LENGTH}자까지 쓸 수 있어요`],
  ['scopes', scopes?.length === 0, '권한을 하나 이상 골라 주세요'],
  ['addresses', (addresses?.length ?? 0) > MAX_KEY_ADDRESSES, `IP 주소는 ${MAX_KEY_ADDRESSES}개까지 등록할 수 있어요`],
  [
    'dailyCap',
    dailyCap != null && !(Number.isInteger(dailyCap) && dailyCap >= 0 && dailyCap <= MAX_DAILY_CAP),
    '하루 한도는 1원부터 10억 원까지, 원 단위로 입력해 주세요',
  ],
]

export const rotationRules = ({ overlapHours }: { overlapHours: number }): Rule[] => [
  [
    'overlapHours',
    !(Number.isInteger(overlapHours) && overlapHours >= 0 && overlapHours <= MAX_OVERLAP_HOURS),
    `이전 키를 함께 쓰는 시간은 0시간부터 ${MAX_OVERLAP_HOURS}시간까지예요`,
  ],
]

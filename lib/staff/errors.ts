import { AppError } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import { MAX_FILTER_NAME_LENGTH, MAX_FILTER_QUERY_LENGTH, MAX_SAVED_FILTERS } from './rules.ts'

export const lastOwnerMustStay = (): AppError => new AppError('CONFLICT', '마지막 대표의 권한은 바꿀 수 없어요.')

const wrongCodeMessage = '인증 코드가 올바르지 않거나 이미 사용됐어요.'

export const wrongTotpCode = (): AppError =>
  new AppError('BAD_INPUT', wrongCodeMessage, { issues: [{ path: 'code', message: wrongCodeMessage }] })

const wrongFirstCodeMessage =
  '방금 설정한 인증 앱의 코드와 달라요. 지금 나타난 숫자 6자리를 입력하고, 휴대전화의 시각이 자동 설정인지 확인해 주세요.'

/** Refuses to set up an authenticator: the code isn't one that it shows now. */
export const wrongFirstCode = (): AppError =>
  new AppError('BAD_INPUT', wrongFirstCodeMessage, { issues: [{ path: 'code', message: wrongFirstCodeMessage }] })

/**
 * Refuses a staff login because AUTH_SECRET was replaced without a fallback, so the secret of the authenticator can't
 * be decrypted.
 */
export const unreadableTotp = (): AppError =>
  new AppError('CONFLICT', '인증 앱 설정을 읽을 수 없어요. 대표에게 2단계 인증 초기화를 요청해 주세요.')

/** Refuses the second step of a staff login because its ticket is unknown, used, expired or was tried too often. */
export const invalidLoginTicket = (): AppError =>
  new AppError('CONFLICT', '인증 시간이 지났어요. 다시 로그인해 주세요.')

export const totpAlreadySet = (): AppError => new AppError('CONFLICT', '이미 2단계 인증을 설정한 운영자예요.')

const wrongEnrolMessage = '등록 코드가 올바르지 않거나 만료됐어요. 대표에게 새 코드를 받아 주세요.'

export const wrongEnrolCode = (): AppError =>
  new AppError('BAD_INPUT', wrongEnrolMessage, { issues: [{ path: 'enrolCode', message: wrongEnrolMessage }] })

export const totpNotSet = (): AppError => new AppError('CONFLICT', '설정된 2단계 인증이 없어요.')

export const roleGrantRules = (loginId: string): Rule[] => [
  ['memberId', loginId === '', '운영자로 지정할 회원의 아이디를 입력해 주세요.'],
]

type FilterInput = { page: string; name: string; query: string }

/**
 * True if `query` is the query string of a list. Refuses characters that could make a saved filter lead to another
 * page.
 */
const isListQuery = (query: string): boolean =>
  query.length <= MAX_FILTER_QUERY_LENGTH && /^(\?[\w.~!*'()%&=+,:@-]*)?$/.test(query)

export const savedFilterRules = ({ page, name, query }: FilterInput): Rule[] => [
  ['name', name === '', '보기의 이름을 입력해 주세요.'],
  ['name', name.length > MAX_FILTER_NAME_LENGTH, `이름은 ${MAX_FILTER_NAME_LENGTH}자까지 입력해 주세요.`],
  ['query', !/^\/admin\/[a-z-]{1,40}(\/\d{1,9})?$/.test(page) || !isListQuery(query), '저장할 수 없는 보기예요.'],
]

export const tooManySavedFilters = (): AppError =>
  new AppError('CONFLICT', `보기는 화면마다 ${MAX_SAVED_FILTERS}개까지 저장할 수 있어요. 쓰지 않는 보기를 지워 주세요.`)

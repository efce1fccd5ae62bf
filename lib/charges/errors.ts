import { AppError, badField } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import { invalidEmailMessage } from '#lib/members/errors.ts'
import { isEmail, isPhoneNumber } from '#lib/members/rules.ts'
import { chargeMessages, type FeeType, feeType } from './labels.ts'
import { isAccountNumber, isBusinessNumber, plainNumber } from './rules.ts'

export const feeTypeNotOffered = (): AppError =>
  new AppError('BAD_INPUT', chargeMessages.failed, {
    issues: [{ path: 'feeType', message: '지금은 신청할 수 없는 증빙이에요. 확인하고 다시 눌러 주세요.' }],
  })

export const tooManyPendingCharges = (): AppError => new AppError('CONFLICT', '진행 중인 충전 요청이 너무 많습니다.')

const tooOften = (message: string, retryAfterSeconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds })

export const tooManyCharges = (secondsLeft: number): AppError =>
  tooOften('충전 요청이 너무 많아요. 잠시 후 다시 시도해 주세요.', secondsLeft)

export const tooManyNewDepositorNames = (secondsLeft: number): AppError =>
  tooOften('오늘 쓸 수 있는 새 입금자명을 모두 썼어요. 쓰던 이름으로 요청해 주세요.', secondsLeft)

export const unknownCharge = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 충전 요청이에요.')

export const chargeSettled = (): AppError => new AppError('CONFLICT', '이미 처리된 충전 요청이에요.')

export const chargeNotReversible = (): AppError => new AppError('CONFLICT', '승인된 충전만 취소할 수 있어요.')

export const chargeReversed = (): AppError => new AppError('CONFLICT', '이미 승인이 취소된 충전이에요.')

export const cardChargeNotReversible = (): AppError =>
  new AppError('CONFLICT', '카드·가상계좌 충전은 결제를 취소해야 돌려줄 수 있어요.')

export const reasonMissing = (): AppError => badField('reason', '사유를 입력해 주세요.')

/** The rules for a new charge, in the sequence of docs/contract.md#charges: the first broken one is reported. */
export const chargeRules = ({ name: depositor, point }: { name: string; point: number }): Rule[] => [
  ['name', depositor === '', '이름을 입력해 주세요.'],
  ['point', point === 0, '충전금액을 설정해주세요'],
]

/** Texts of a web form, by name of the field. */
type FieldTexts = Readonly<Record<string, string>>

/** Rules for the details of a cash receipt. */
export const cashReceiptRules = ({ phone = '' }: FieldTexts): Rule[] => [
  ['phone', !isPhoneNumber(plainNumber(phone)), '휴대전화 번호를 입력해 주세요'],
]

const MAX_LINE_LENGTH = 200
const isFilledLine = (text = ''): boolean => text !== '' && text.length <= MAX_LINE_LENGTH

/** Rules for the details of a tax invoice, in the sequence of its fields. */
export const taxInvoiceRules = (invoice: FieldTexts): Rule[] => [
  ['company', !isFilledLine(invoice.company), '상호를 입력해 주세요'],
  ['businessNumber', !isBusinessNumber(invoice.businessNumber ?? ''), '사업자등록번호를 확인해 주세요'],
  ['leader', !isFilledLine(invoice.leader), '대표자명을 입력해 주세요'],
  ['phone', !isFilledLine(invoice.phone), '연락처를 입력해 주세요'],
  ['jobType', !isFilledLine(invoice.jobType), '업태를 입력해 주세요'],
  ['jobType2', !isFilledLine(invoice.jobType2), '종목을 입력해 주세요'],
  ['address', !isFilledLine(invoice.address), '사업장 주소를 입력해 주세요'],
  ['email', !isEmail(invoice.email ?? ''), invalidEmailMessage],
]

/** Rules for the details of this kind of receipt; NONE has no rules. */
export function receiptRules(kind: FeeType, value: FieldTexts): Rule[] {
  if (kind === feeType.NONE) return []
  return kind === feeType.CASH ? cashReceiptRules(value) : taxInvoiceRules(value)
}

export const unknownCashRefund = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 환불 신청이에요.')

export const cashRefundSettled = (): AppError => new AppError('CONFLICT', '이미 처리된 환불 신청이에요.')

export const cashRefundAlreadyOpen = (): AppError => new AppError('CONFLICT', '이미 처리 중인 환불 신청이 있어요.')

export const nothingToRefundInCash = (): AppError => new AppError('CONFLICT', '환불할 수 있는 금액이 없어요.')

export const cashRefundTooMuch = (refundableText: string): AppError =>
  new AppError('CONFLICT', `환불할 수 있는 금액은 ${refundableText}까지예요.`)

export const cashRefundHeldByDebt = (): AppError =>
  new AppError('CONFLICT', '정산할 금액이 남아 있어 환불할 수 없어요. 다음에 들어오는 포인트에서 먼저 정산돼요.')

export const cashRefundNotCovered = (): AppError =>
  new AppError('CONFLICT', '환불의 근거가 되는 충전이 취소되어 지급할 수 없어요. 사유를 적어 반려해 주세요.')

/**
 * Refuses a pay-out by staff who helped to credit a charge that it rests on, or whose role is less than 24 hours old.
 */
export const payerCreditedCharge = (): AppError =>
  new AppError(
    'FORBIDDEN',
    '이 환불의 충전을 승인했거나 입금을 등록·연결했어요. 또는 권한을 받은 지 24시간이 지나지 않았어요. 다른 운영자가 지급해 주세요.',
  )

/** Refuses a pay-out that rests on one person's word, until staff say that they checked the bank. */
export const bankCheckMissing = (): AppError =>
  new AppError('CONFLICT', '한 사람만 확인한 충전이 있어요. 은행에서 입금을 직접 확인한 뒤 지급해 주세요.')

/**
 * Messages for a pay-out whose required reason is missing. `name`: the account holder isn't the depositor. `alone`: an
 * OWNER pays out a charge that he helped to credit, because nobody else can.
 */
const payOutReasonMessages = {
  name: '예금주와 입금자명이 달라요. 그래도 지급하는 사유를 입력해 주세요.',
  alone: '직접 승인하거나 등록한 충전이에요. 혼자 지급하는 사유를 입력해 주세요.',
} as const

export const payOutReasonMissing = (why: keyof typeof payOutReasonMessages): AppError =>
  new AppError('BAD_INPUT', payOutReasonMessages[why], {
    issues: [{ path: 'reason', message: payOutReasonMessages[why] }],
  })

export const balanceSpent = (): AppError => new AppError('CONFLICT', '회원이 잔액을 사용해 지급할 수 없어요.')

/** Refuses a pay-out because the member has spent bonus points that it would take back. */
export const bonusSpent = (): AppError =>
  new AppError(
    'CONFLICT',
    '회원이 보너스를 사용해 다 지급할 수 없어요. 거절하면 회원이 가능한 금액으로 다시 신청할 수 있어요.',
  )

const MAX_SHORT_TEXT_LENGTH = 50
const isFilledShortText = (text: string): boolean =>
  text !== '' && text.length <= MAX_SHORT_TEXT_LENGTH && !/\p{Cc}/u.test(text)

/** Rules for a cash refund request, in the sequence of its web form. A null `point` requests all refundable points. */
export const cashRefundRules = ({ point, ...texts }: { point: number | null; [field: string]: unknown }): Rule[] => {
  const text = (name: string) => String(texts[name] ?? '')
  return [
    ['point', point === 0, '환불 금액을 입력해 주세요'],
    ['bank', !isFilledShortText(text('bank')), '은행을 입력해 주세요'],
    ['name', !isFilledShortText(text('name')), '예금주를 입력해 주세요'],
    ['account', !isAccountNumber(text('account')), '계좌번호를 확인해 주세요'],
    ['email', !isEmail(text('email')), invalidEmailMessage],
  ]
}

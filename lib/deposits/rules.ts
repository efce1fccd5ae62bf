import type { Funding } from '#lib/charges/labels.ts'
import { canApproveCharge } from '#lib/charges/rules.ts'
import { normalName } from '#lib/core/normal-name.ts'
import { predicate } from '#lib/core/predicate.ts'
import { seoulDay } from '#lib/core/seoul-moment.ts'
import type { DepositOriginKind, DepositPrecision } from './labels.ts'

/** True for deposits that wait to be matched, split, merged, returned or closed as duplicates. */
export const waitingDeposit = predicate<{ status: string }>({ status: 'WAITING' })

/** True for deposits that aren't settled: waiting ones, and imported ones that a second person still has to confirm. */
export const unsettledDeposit = predicate<{ status: string }>({ status: ['WAITING', 'UNCONFIRMED'] })

/** Stored as the name of a deposit for which the bank reported no name. */
export const NO_DEPOSITOR_NAME = '(이름 없음)'

const listOf = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '))

/** Texts that banks write in place of a name: kinds of transfer, which many payers have in common. */
const transferKinds = listOf(
  '이체 송금 입금 대체 현금 당행 타행 타행이체 타행송금 타행입금 당행이체 당행송금 즉시이체 자동이체 계좌이체 계좌간이체',
  '전자금융 인터넷 인터넷뱅킹 인터넷이체 모바일 모바일뱅킹 모바일이체 스마트 스마트뱅킹 스마트폰 폰뱅킹 텔레뱅킹 펌뱅킹 펌이체',
  '오픈뱅킹 오픈이체 금융결제원 타행환 타행건별 대량이체 급여 이자 예금이자 결산이자 atm cd fb fb이체 bz뱅크 cc',
)

/**
 * Words of which texts about a transfer that came back consist. No word is made of others, so that matching never tries
 * many ways.
 */
const transferTerms = listOf(
  '이체 송금 입금 출금 지급 대체 현금 당행 타행 자동 즉시 대량 계좌 계좌간 거래 착오',
  '전자금융 인터넷 모바일 오픈 뱅킹 카드 승인 결제 펌 fb cd atm cc',
)

/** Matches a text that says that money came back, or was corrected: 이체불능, 불능(홍길동), 환입(홍길동), 타행 반송, 입금취소. */
const returnedTransfer = new RegExp(
  `불능|^(?:${transferTerms.join('|')})*(?:환입|(?:반송|반환|취소|정정|오류|환불)금?$)`,
)

/**
 * Companies that pay out what members paid by card, as they call themselves in transfers; and what else may stand
 * before and behind their names. Somebody who pays by card on a quiet day knows the sum of the next settlement.
 */
const settlingCompanies = listOf(
  '토스페이먼츠 tosspayments 토스페이 비바리퍼블리카 나이스페이먼츠 nicepayments 나이스페이 nicepay 나이스정보통신',
  '이니시스 kg이니시스 케이지이니시스 inicis kginicis kcp nhnkcp 케이씨피 엔에이치엔케이씨피 한국사이버결제 nhn한국사이버결제',
  '카카오페이 kakaopay 네이버파이낸셜 네이버페이 naverpay npay 페이코 payco nhn페이코 엔에이치엔페이코',
  'kg모빌리언스 케이지모빌리언스 모빌리언스 다날 danal 갤럭시아머니트리 갤럭시아 헥토파이낸셜 세틀뱅크 한국결제네트웍스 kpn',
  '스마트로 smartro ksnet 케이에스넷 페이플 payple 쿠콘 포트원 코리아포트원 portone 아임포트 웰컴페이먼츠 kicc 한국정보통신',
  '이지페이 easypay 다우데이타 페이조아 엑심베이 eximbay 페이팔 paypal',
  '비씨카드 bc카드 신한카드 삼성카드 현대카드 롯데카드 하나카드 우리카드 국민카드 kb국민카드 kb카드 케이비국민카드',
  '농협카드 nh농협카드 nh카드 씨티카드 수협카드 광주카드 전북카드 제주카드',
)
/** What else stands in the text of a settlement, or is all of it: 카드매출대금, PG정산. */
const settledTerms = '(?:정산|대금|가맹점|매출|결제|지급|입금|카드)'
const settlement = new RegExp(
  `^(?:주식회사|주)?(?:(?:${settlingCompanies.join('|')})(?:주식회사|주)?[\\d_./:-]*${settledTerms}*|(?:pg)?${settledTerms}*(?:정산|대금|매출))금?[\\d_./:-]*$`,
)

/** Matches refunds of taxes and the offices that pay them. */
const taxRefund = /^(?:국세|지방세|부가세|부가가치세|소득세)?환급금?$|세무서$/

/**
 * True for a normalized text (`normalName`) that names nobody, although a bank writes it where others write the
 * depositor's name.
 */
const isNobodysName = (normalized: string): boolean =>
  transferKinds.includes(normalized) ||
  [returnedTransfer, settlement, taxRefund].some((pattern) => pattern.test(normalized))

/** True for a text with which a bank says only how a transfer was made (`transferKinds`). */
export const isTransferKind = (text: string): boolean => transferKinds.includes(normalName(text))

/**
 * Normalized depositor's name of a deposit; '' for a deposit without a name, or with a text in place of it that names
 * nobody: a kind of transfer, a transfer that came back, the settlement of a payment company or a refund of taxes. Such
 * a deposit fits no charge: otherwise a member could request a charge under the text that is stored as its name, and get
 * money that isn't his.
 */
export function normalDepositorName(name: string): string {
  const normalized = normalName(name)
  return name === NO_DEPOSITOR_NAME || isNobodysName(normalized) ? '' : normalized
}

export const isDepositWaiting = (deposit: { status: string }): boolean => waitingDeposit.holds(deposit)

export const isDepositSettled = (deposit: { status: string }): boolean => !unsettledDeposit.holds(deposit)

/** How well a deposit is proved. The funding of its charge depends on this. */
type DepositEvidence = {
  readonly source: DepositOriginKind
  /** Whether a deposit of a deposit source may credit without staff (`isTrustedSourceSql`); true for other sources. */
  readonly isTrusted: boolean
  /**
   * Id of the staff member who confirmed the import: a second person, or a lone OWNER with his password and a reason.
   * Null if nobody has.
   */
  readonly confirmedBy: number | null
}

/** Funding of a charge that these deposits pay for: how well its payment is proved. The weakest deposit decides. */
export function fundingOf(deposits: readonly DepositEvidence[]): Funding {
  const isAuthenticated = ({ source, isTrusted }: DepositEvidence): boolean =>
    source === 'HOOK' || (source === 'CONNECTION' && isTrusted)
  if (deposits.every(isAuthenticated)) return 'AUTHENTICATED'
  return deposits.every((deposit) => isAuthenticated(deposit) || deposit.confirmedBy !== null)
    ? 'CONFIRMED'
    : 'UNCONFIRMED'
}

/** Maximum number of deposits in one import. */
export const MAX_IMPORTED_DEPOSITS = 1_000

/** Sum of amounts in won. Exact for whole won, and all deposits are whole won. */
export const sumOfWon = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount * 100, 0) / 100

/**
 * True for a charge offered for a deposit if staff have already approved the charge without a deposit. The deposit is
 * then only assigned to the charge and credits nothing.
 */
export const isApprovedWithoutDeposit = (charge: Parameters<typeof canApproveCharge>[0]): boolean =>
  !canApproveCharge(charge)

/** How many milliseconds the bank's clock may be ahead of the shop's. */
const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000

/**
 * True if the bank can have booked a deposit with this time by `now`. A transfer that is arranged for a later day hasn't
 * arrived yet. If only the day is known, it may be today.
 */
export const isBooked = ({ at, precision }: { at: string; precision: DepositPrecision }, now: Date): boolean =>
  precision === 'DAY'
    ? Date.parse(at) < Date.parse(`${seoulDay(now, 1)}T00:00+09:00`)
    : Date.parse(at) <= now.getTime() + MAX_CLOCK_DIFFERENCE_MS

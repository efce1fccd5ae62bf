/** States of a payment through PortOne (docs/contract.md#card-payments). */
export const paymentStates = ['READY', 'ISSUED', 'PAID', 'DISPUTED', 'ENDED'] as const

export type PaymentState = (typeof paymentStates)[number]

/**
 * Why a payment isn't credited although it was paid, or may have been. UNKNOWN: a virtual account was issued for the
 * payment, but the account of PortOne that is connected now doesn't know the payment. So PortOne can't be asked whether
 * it was paid.
 */
export const disputeReasons = ['AMOUNT', 'CURRENCY', 'STORE', 'CHANNEL', 'PARTLY', 'GONE', 'UNKNOWN'] as const

/** Why a payment isn't credited though it was, or may have been, paid. This is no chargeback. */
export type DisputeReason = (typeof disputeReasons)[number]

export const disputeReasonLabels: Record<DisputeReason, string> = {
  AMOUNT: '결제한 금액이 신청한 금액과 달라요',
  CURRENCY: '원화가 아닌 결제예요',
  STORE: '다른 상점의 결제예요',
  CHANNEL: '다른 채널이나 시험 결제예요',
  PARTLY: '충전되기 전에 일부가 취소됐어요',
  GONE: '탈퇴한 회원의 결제예요',
  UNKNOWN: '지금 연결된 포트원 계정에 없는 가상계좌예요. 입금됐는지 이전 계정의 콘솔에서 확인해 주세요',
}

/** Payment methods that a member chooses from, by PortOne's names. */
export const payMethods = ['CARD', 'VIRTUAL_ACCOUNT'] as const

export type PayMethod = (typeof payMethods)[number]

export const payMethodLabels: Record<PayMethod, string> = { CARD: '카드', VIRTUAL_ACCOUNT: '가상계좌' }

/** Name of payment by bank transfer, which needs no payment service. */
export const bankTransferLabel = '무통장입금'

const bankNames: Readonly<Record<string, string>> = {
  BUSAN: '부산은행',
  CITI: '한국씨티은행',
  DAEGU: '아이엠뱅크',
  HANA: '하나은행',
  IBK: '기업은행',
  JEJU: '제주은행',
  JEONBUK: '전북은행',
  K_BANK: '케이뱅크',
  KAKAO: '카카오뱅크',
  KDB: '산업은행',
  KFCC: '새마을금고',
  KOOKMIN: '국민은행',
  KWANGJU: '광주은행',
  KYONGNAM: '경남은행',
  NONGHYUP: 'NH농협은행',
  POST: '우체국',
  SHINHAN: '신한은행',
  SHINHYUP: '신협',
  STANDARD_CHARTERED: 'SC제일은행',
  SUHYUP: '수협은행',
  TOSS: '토스뱅크',
  WOORI: '우리은행',
}

/**
 * Korean name of the bank with this code at PortOne. Returns the code itself if it isn't in the list of banks that
 * issue virtual accounts.
 */
export const bankNameOf = (code: string): string => bankNames[code] ?? code

/** Texts of a payment on the charge screen. */
export const paymentTexts = {
  ready: '결제를 진행해 주세요',
  readyHint: '결제창에서 결제하면 바로 충전돼요. 결제창을 닫았다면 다시 열 수 있어요.',
  open: '결제하기',
  checking: '결제를 확인하고 있어요. 잠시만 기다려 주세요.',
  failed: '결제창을 열지 못했어요. 잠시 후 다시 시도해 주세요.',
  stopped: '결제가 끝나지 않았어요. 다시 결제하거나 다른 방법으로 충전해 주세요.',
  issued: '아래 계좌로 입금해 주세요',
  issuedHint: '입금하면 저절로 충전돼요. 금액이 다르면 입금되지 않아요.',
  paid: '충전이 완료됐어요.',
  cancelled: '결제가 취소됐어요.',
  cancelledPoints: '취소된 금액',
  ended: '결제 시간이 지났거나 취소된 결제예요. 취소하지 않고 결제했다면 확인되는 대로 충전돼요.',
  disputed: '운영자가 결제 내용을 확인하고 있어요. 궁금한 점은 1:1 문의로 알려 주세요.',
  other: '다른 금액 충전하기',
  waiting: (count: number): string => `입금을 기다리는 가상계좌 ${count}건`,
  transfer: '입금 안내',
  checked: (count: number): string => `확인하고 있는 결제 ${count}건`,
  account: '가상계좌',
  holder: '예금주',
  due: '입금 기한',
  amount: '결제하실 금액',
  next: '다음 화면에서 결제해 주세요.',
} as const

/** Description of the purchase, as PortOne and the card company show it. */
export const paymentOrderName = '포인트 충전'

/** Reason in the ledger for points taken back because a payment was cancelled. */
export const cancelledPaymentReason = '결제 취소'

/**
 * Reason given to PortOne for a cancellation. It contains `key`, by which the cancellation is found in PortOne's list
 * of the payment's cancellations.
 */
export const cancellationReason = (key: string): string => `포인트 충전 취소 ${key}`

/** Texts of the console's switch that lets members pay by card or virtual account. */
export const cardPaymentsSwitchTexts = {
  title: '회원에게 결제 받기',
  on: '결제를 받아요',
  off: '결제를 받지 않아요',
  onHint: '잔액충전에서 카드와 가상계좌로 결제할 수 있어요. 포트원이 결제됐다고 답한 것만 충전돼요.',
  offHint: '잔액충전에 카드와 가상계좌가 보이지 않아요. 연결을 확인한 뒤 켜 주세요.',
  switchOn: {
    label: '결제 받기 켜기',
    text: '잔액충전에 카드와 가상계좌가 보여요. 결제된 금액은 바로 충전돼요.',
    done: '이제 카드와 가상계좌로 결제를 받아요.',
  },
  switchOff: {
    label: '결제 받기 끄기',
    text: '새 결제를 받지 않아요. 이미 시작한 결제는 끝까지 확인해 충전해요.',
    done: '카드와 가상계좌 결제를 껐어요.',
  },
} as const

/** Texts of the console's dialog that cancels a card charge. */
export const cancelPaymentTexts = {
  label: '결제 취소',
  title: '결제를 취소할까요?',
  text: '쓰지 않은 포인트를 거두고 같은 금액을 카드로 돌려줘요. 현금으로는 돌려주지 않아요.',
  amount: '취소할 금액',
  amountHint: '비워 두면 취소할 수 있는 금액을 모두 취소해요.',
  amountWrong: '금액을 숫자로 입력해 주세요.',
  done: '결제 취소를 요청했어요. 포트원이 답하면 끝나요.',
} as const

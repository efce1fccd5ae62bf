/** Names of the retention policy's subjects, as staff see them (docs/contract.md#retention). */
export const retentionLabels: Record<string, string> = {
  HISTORY: '주문·충전 내역 조회',
  IDENTITY: '본인확인에 관한 기록',
  VISITS: '방문에 관한 기록',
  COMPLAINTS: '소비자 불만 및 분쟁처리에 관한 기록',
  CONTRACTS: '계약 또는 청약철회 등에 관한 기록',
  PAYMENTS: '대금결제 및 재화 등의 공급에 관한 기록',
  ABUSE: '부정이용에 관한 기록',
  FORMER_IDENTITIES: '재가입을 확인하는 값',
  FORMER_MEMBERS: '탈퇴한 회원의 보관 기록',
  MESSAGES: '발송 메시지',
  UPLOADS: '보내지 않은 문의의 이미지',
  SANDBOX: '테스트 주문',
}

/** Descriptions of the worker's jobs, by job name, for the list of errors that staff see. */
export const jobLabels: Readonly<Record<string, string>> = {
  'apply-changes': '중요 변경 적용',
  'archive-members': '탈퇴 회원의 기록 보관',
  'cancel-subscriptions': '기간이 끝난 구독의 취소 요청',
  'check-books': '매일 정산 확인',
  'end-subscriptions': '구독 종료',
  'expire-charges': '입금 없는 충전 취소',
  'file-alarms': '상품·공급사 이상 확인',
  'forget-keys': '만료된 인증 정보 삭제',
  'hash-accounts': '환불 계좌 정리',
  'keep-retention': '보관 기간이 지난 정보 삭제',
  'mail-changes': '서비스 변경 안내 이메일',
  'match-deposits': '입금 맞추기',
  'pay-reward': '추천 적립',
  'pay-rewards': '추천 적립 확인',
  'prove-books': '정산 확인',
  'reconcile-sources': '결제·입금 내역 대조',
  'roll-up-days': '통계 집계',
  'run-auto-orders': '자동주문 실행',
  'seal-books': '감사 기록 서명',
  'send-message': '이메일·문자 발송',
  'sweep-alerts': '지난 알림 정리',
  'sweep-deliveries': '웹훅 발송 정리',
  'sweep-outbox': '발송함 정리',
  'sweep-push': '푸시 알림 정리',
  'sweep-requests': 'API 요청 기록 정리',
  'sync-services': '공급사 상품 동기화',
  'trim-outcomes': '소요 시간 기록 정리',
  'warn-dormant': '장기 미이용 회원 확인',
  'watch-legal-limits': '법정 한도 확인',
  'watch-orders': '멈춘 주문 확인',
  'watch-requests': '멈춘 요청 확인',
}

const percentText = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** Text that compares the sum of a period with the sum of the period before: `이전 기간보다 +12.3%`. */
export function percentChangeText(now: number, before: number): string {
  if (now === before) return '이전 기간과 같음'
  if (before <= 0) return before === 0 ? '이전 기간 내역 없음' : '이전 기간은 0 미만'
  return `이전 기간보다 ${percentText.format(((now - before) / before) * 100)}%`
}

/**
 * Names of the extra rows in the reports by service and by provider. These rows explain why the sums of these reports
 * differ from the ledger's sums in the report by day (`ledgerDifference`).
 */
export const reportDifferenceLabels = {
  prepaid: '자동주문 선결제',
  shifted: '다른 날 주문의 환불',
  rest: '확인이 필요한 차이',
} as const

export const reportDifferenceHint =
  '자동주문은 주문한 날 회차 전체를 결제해요. 그래서 결제액에서 이 기간에 실행한 회차를 뺀 금액을 자동주문 선결제로, 환불한 날과 주문한 날이 달라 생기는 차이를 다른 날 주문의 환불로 따로 보여 드려요. 더하면 날짜별 합계와 같아요.'

/** Shown instead of a margin if no cost is known. */
export const unknownMarginText = '알 수 없음'

/** Shown instead of the chart of margins if no cost is known. */
export const noMarginText = '원가를 아는 주문이 없어 마진을 셈할 수 없어요.'

/**
 * Note beside a margin about the sales that it leaves out, because their cost isn't known. `points` is their formatted
 * amount.
 */
export const unknownCostText = (points: string): string =>
  `원가를 모르는 주문의 매출 ${points}는 마진에 넣지 않았어요. 아직 보내지 않았거나 직접 처리한 주문, 공급사 단가를 알 수 없는 주문이에요.`

export const reportMarginHint =
  '원가는 주문을 보낸 공급사의 단가로 셈해요. 상품별, 공급사별 매출과 마진은 주문한 날의 것이고, 나중의 환불도 그날에서 빼요.'

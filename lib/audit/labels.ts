/** Korean labels of account events: changes that members make to their credentials, and deletion of the account. */
export const accountEventLabels = {
  PASSWORD_CHANGED: '비밀번호 변경',
  PASSWORD_RESET: '비밀번호 재설정',
  EMAIL_CHANGED: '이메일 변경',
  PHONE_CHANGED: '휴대전화 변경',
  API_KEY_ISSUED: 'API 키 발급',
  API_KEY_CHANGED: 'API 키 설정 변경',
  API_KEY_RENEWED: 'API 키 재발급',
  API_KEY_REVOKED: 'API 키 폐기',
  WEBHOOK_CHANGED: '웹훅 변경',
  WEBHOOK_SECRET_RENEWED: '웹훅 서명 키 재발급',
  ACCOUNT_DELETED: '회원탈퇴',
} as const

export type AccountEventKind = keyof typeof accountEventLabels

/**
 * Korean labels of the nouns in names of audited actions: the part before the first dot, `charge` in `charge.approve`.
 * They are also the choices by which staff filter the audit trail.
 */
export const auditNounLabels: Readonly<Record<string, string>> = {
  order: '주문',
  'auto-order': '자동주문',
  request: '주문 요청',
  charge: '충전',
  deposit: '입금',
  'bank-file-map': '은행 파일 양식',
  'bank-row': '은행 거래내역',
  refund: '환불',
  'transfer-file': '이체 파일',
  receipt: '영수증',
  question: '1:1 문의',
  'answer-template': '답변 템플릿',
  points: '포인트',
  member: '회원',
  'api-key': 'API 키',
  task: '할 일',
  message: '메시지',
  'price-group': '가격 그룹',
  'price-rule': '가격 규칙',
  promotion: '보너스·쿠폰',
  service: '상품',
  category: '카테고리',
  platform: '플랫폼',
  provider: '공급사',
  connection: '연동',
  notice: '공지',
  popup: '팝업',
  qna: 'FAQ',
  'register-where': '가입경로',
  guide: '가이드 그림',
  terms: '약관',
  asset: '이미지',
  settings: '설정',
  staff: '운영자',
  change: '중요 변경',
  books: '정산',
  'retained-records': '보관 기록',
  'four-eyes': '본인 거래',
  approval: '확인',
  list: '목록',
}

/** Korean labels of subject types that aren't also the noun of an action. */
const auditSubjectLabels: Readonly<Record<string, string>> = {
  'pending-change': '중요 변경',
  adjustment: '포인트 조정',
  import: '입금 가져오기',
}

const auditVerbLabels: Readonly<Record<string, string>> = {
  create: '추가',
  change: '변경',
  remove: '삭제',
  restore: '되돌림',
  move: '순서 변경',
  arrange: '순서 변경',
  upload: '올림',
  save: '저장',
  approve: '승인',
  stop: '멈춤',
  reject: '거절',
  reverse: '취소',
  pay: '지급',
  transfer: '이체 결과 표시',
  download: '내려받기',
  result: '결과 가져오기',
  import: '가져오기',
  forget: '삭제',
  matched: '맞춤',
  merged: '합침',
  split: '나눔',
  returned: '반환',
  duplicate: '중복으로 처리',
  transition: '상태 변경',
  recover: '언팔로우 복구',
  cancel: '취소',
  adjust: '조정',
  ask: '조정 요청',
  confirm: '조정 확인',
  refuse: '조정 거절',
  answer: '답변',
  close: '종료',
  reopen: '다시 열기',
  restrict: '이용 제한',
  memo: '메모',
  revoke: '해지',
  resolve: '처리',
  resend: '다시 보내기',
  role: '권한 변경',
  'sign-out': '기기 로그아웃',
  'totp.invite': '2단계 인증 등록 코드 발급',
  'totp.enrol': '2단계 인증 설정',
  'totp.recovery': '복구 코드 사용',
  'totp.reset': '2단계 인증 해제',
  prices: '가격 일괄 변경',
  'prices-undo': '가격 일괄 변경 되돌리기',
  routes: '경로 변경',
  set: '설정',
  'price-group': '가격 그룹 변경',
  'sync-rule': '동기화 규칙',
  'price-list': '가격표',
  check: '확인',
  preview: '목록 확인',
  sync: '동기화',
  test: '연결 확인',
  crediting: '자동 충전 변경',
  'take-over': '목록 가져오기',
  'take-over.stop': '목록 가져오기 멈춤',
  'cancel-payment': '결제 취소',
  withdraw: '철회',
  request: '요청',
  consent: '동의',
  export: '내보내기',
  read: '열람',
  issued: '발행 완료',
  failed: '발행 실패',
  requested: '다시 대기',
  retry: '다시 시도',
  'by-hand': '직접 처리',
  issuing: '영수증 자동 발행 변경',
  'own-account': '거절',
  asked: '요청',
  confirmed: '완료',
  refused: '거절',
  withdrawn: '철회',
}

/** Korean label of an audited action: `charge.approve` is 충전 승인. */
export function auditActionText(action: string): string {
  const [noun = '', ...rest] = action.split('.')
  const verb = rest.join('.')
  return [auditNounLabels[noun] ?? noun, auditVerbLabels[verb] ?? verb].join(' ').trim()
}

/** Korean labels of the lists that staff export, by their ids in the audit trail. */
const exportedListLabels: Readonly<Record<string, string>> = {
  orders: '주문',
  'auto-orders': '자동주문',
  charges: '충전',
  deposits: '입금',
  'refund-requests': '환불',
  receipts: '영수증',
  members: '회원',
  tasks: '할 일',
  audit: '감사',
}

/** Korean label of an audit entry's subject, for example 주문 10001. */
export function auditSubjectText(type: string, id: string): string {
  if (type === 'export') return `${exportedListLabels[id] ?? id} 목록`
  const noun = auditNounLabels[type] ?? auditSubjectLabels[type] ?? type
  if (type === 'service' && id.startsWith('prices-')) return `가격 일괄 변경 ${id.slice('prices-'.length)}`
  // The ids '-' and 'import' stand for no single subject: an import, for example, is about many deposits.
  return id === '-' || id === 'import' ? noun : `${noun} ${id}`
}

/** Exported file of the audit trail: its name, and the column headings by field of a row. */
export const auditSheet = {
  name: '감사',
  heads: {
    id: '번호',
    at: '시각',
    actorNo: '운영자 번호',
    actorId: '운영자',
    action: '행동',
    subjectType: '대상',
    subjectId: '대상 번호',
    before: '이전',
    after: '이후',
    reason: '사유',
    address: '주소',
    seq: '순번',
    hash: '해시',
  },
} as const

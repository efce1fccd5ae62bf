export const recordKinds = ['MEMBER', 'CHARGE', 'DEPOSIT', 'REFUND', 'ORDER', 'AUTO_ORDER', 'QUESTION'] as const

export type RecordKind = (typeof recordKinds)[number]

export const recordKindLabels: Record<RecordKind, string> = {
  MEMBER: '회원',
  CHARGE: '충전',
  DEPOSIT: '입금',
  REFUND: '환불',
  ORDER: '주문',
  AUTO_ORDER: '자동주문',
  QUESTION: '1:1 문의',
}

/** Labels of a record's fields. Fields without a label aren't displayed. */
export const recordFieldLabels: Readonly<Record<string, string>> = {
  loginId: '아이디',
  email: '이메일',
  phone: '휴대전화',
  memo: '메모',
  name: '이름',
  company: '상호',
  businessNumber: '사업자등록번호',
  leader: '대표자',
  jobType: '업태',
  jobType2: '종목',
  address: '주소',
  bank: '은행',
  account: '계좌번호',
  point: '포인트',
  payAmount: '입금할 금액',
  amount: '수량·금액',
  runs: '반복 횟수',
  link: '링크',
  messages: '문의 내용',
  details: '주문 내용',
  serviceId: '상품번호',
  externalId: '거래번호',
  at: '입금 시각',
}

/** Name of a deleted member, which replaces his login id. */
export const formerMemberName = (memberNo: number): string => `탈퇴 회원 ${memberNo}`

/** Maximum number of characters of the reason for reading records. */
export const MAX_VIEWING_REASON_LENGTH = 500

import type { VerificationSetting } from './rules.ts'
import type { SettingKey, Settings } from './schema.ts'

/** The form control of a setting on the settings page. */
export type SettingKind = 'text' | 'switch' | 'choice' | 'colour' | 'amounts' | 'number'

export interface SettingLabel {
  readonly name: string
  /** Help text beside the setting's control. */
  readonly help: string
  readonly kind: SettingKind
}

/** Returns a function that makes the label of a setting with this form control. */
const labelOfKind = (kind: SettingKind) => (name: string, help: string) => ({ name, help, kind })
const textLabel = labelOfKind('text')
const switchLabel = labelOfKind('switch')
const choiceLabel = labelOfKind('choice')
const numberLabel = labelOfKind('number')

export const settingLabels: Readonly<Record<SettingKey, SettingLabel>> = {
  FOOTER_COMPANY: textLabel(
    '회사 이름',
    '화면 아래, 브라우저 제목, 약관에 나와요. 이 이름으로 들어온 입금은 자동으로 충전되지 않아요.',
  ),
  FOOTER_CEO: textLabel('대표자', '화면 아래와 개인정보 처리방침의 책임자로 나와요.'),
  FOOTER_CORPORATION_NUMBER: textLabel('사업자등록번호', '화면 아래에 나와요.'),
  FOOTER_CORPORATION_MARKET_NUMBER: textLabel('통신판매업 신고번호', '화면 아래에 나와요.'),
  FOOTER_CEO_PHONE_NUMBER: textLabel('대표 전화', '화면 아래와 개인정보 처리방침에 나와요.'),
  FOOTER_ADDRESS: textLabel('주소', '화면 아래와 개인정보 처리방침에 나와요.'),
  SITE_MAIN_COLOR: labelOfKind('colour')(
    '주요 색',
    '버튼과 링크의 색이에요. 글자색은 읽기 쉬운 쪽으로 저절로 정해져요. 비우면 기본 파랑이에요.',
  ),
  SITE_KAKAO_CHANNEL_LINK: textLabel(
    '상담 채널 주소',
    '오른쪽 아래 상담 버튼이 여는 주소예요. 비우면 버튼이 없어져요.',
  ),
  SITE_KAKAO_TEXT: textLabel('상담 버튼 문구', '상담 버튼에 쓰이는 말이에요.'),
  BANKING_NAME: textLabel('은행 이름', '입금 안내에서 계좌번호 앞에 나와요.'),
  BANKING_ACCOUNT_NUMBER: textLabel(
    '계좌번호',
    '충전 금액을 받을 계좌예요. 바꾼 계좌는 다른 대표의 동의나 정해진 시간 뒤에 안내돼요.',
  ),
  BANKING_BANKING_CODE: textLabel('은행 코드', '금융결제원의 은행 코드 3자예요. 토스로 송금하기에 쓰여요.'),
  BANKING_DISPLAY_TEXT: textLabel('입금 안내 문장', '입금 안내에서 계좌 위에 나와요.'),
  POINT_CHARGE_BUTTON_OPTIONS: labelOfKind('amounts')(
    '금액 버튼',
    '잔액충전에서 누르면 더해지는 금액이에요. 적은 순서대로 나와요.',
  ),
  ENABLE_PAYMENT_TYPE: choiceLabel('증빙 종류', '잔액충전에서 고를 수 있는 증빙이에요.'),
  ENABLE_PAYMENT_FEE: choiceLabel('10% 더 받는 증빙', '이 증빙을 신청하면 입금액에 10%가 더해져요.'),
  ENABLE_TOSS_PAYMENT: switchLabel('토스로 송금하기', '휴대전화에서 입금 안내에 토스 송금 버튼을 보여요.'),
  REFERRAL_REWARD_PERCENT: numberLabel(
    '추천 보상 (%)',
    '추천받은 회원이 처음 충전하면 추천한 회원에게 주는 비율이에요.',
  ),
  ADJUSTMENT_LIMIT: numberLabel(
    '포인트 조정 한도 (P)',
    '이보다 큰 조정은 다른 대표가 한 번 더 확인해야 해요. 확인할 다른 대표가 없으면 사유를 남기고 혼자 확인해요.',
  ),
  APPROVAL_LIMIT: numberLabel(
    '혼자 처리하는 한 건 한도 (원)',
    '이보다 큰 승인, 입금 가져오기, 환불 지급, 조정은 다른 운영자가 확인해야 해요. 0이면 한도가 없어요.',
  ),
  DAILY_LIMIT: numberLabel(
    '혼자 처리하는 하루 한도 (원)',
    '한 운영자가 하루에 혼자 처리한 금액이 이보다 많아지면 다른 운영자가 확인해야 해요. 0이면 한도가 없어요.',
  ),
  STAFF_IDLE_MINUTES: numberLabel(
    '운영자 자동 로그아웃 (분)',
    '이 시간 동안 아무것도 하지 않은 운영자는 로그아웃돼요. 5분에서 720분까지 정할 수 있어요.',
  ),
  ISSUE_MANDATORY_RECEIPTS: switchLabel(
    '현금영수증 자진발급',
    '켜면 회원의 영수증 없는 충전이 하루에 10만원부터일 때 국세청 번호(010-000-1234)로 현금영수증을 발행해요. 켠 뒤에 승인된 충전부터예요.',
  ),
  ENABLE_SERVICE_CHECK: switchLabel('서비스 점검', '켜면 모든 상품의 주문을 막고 점검 중이라고 알려요.'),
  ENABLE_VISIBLE_SERVICE_ID: switchLabel('상품 번호 표시', '상품 이름 앞에 [번호]를 붙여요.'),
  ENABLE_QNA: switchLabel('자주 묻는 질문', '끄면 메뉴와 화면이 없어져요.'),
  ENABLE_REFERRAL: switchLabel('추천인 코드', '가입 화면의 추천인 코드와 계정설정의 코드 발급을 보여요.'),
  ENABLE_EMAIL_VERIFY: switchLabel('이메일 인증', '가입할 때 이메일 인증코드를 받아요.'),
  ENABLE_PHONE_NUMBER: switchLabel('휴대전화 인증', '가입할 때 휴대전화 인증번호를 받아요.'),
  ENABLE_SNS_NAVER: switchLabel('네이버 로그인', '네이버 계정으로 로그인하고 가입할 수 있어요.'),
  SNS_NAVER_CLIENT_ID: textLabel('네이버 Client ID', '네이버 개발자 센터에서 받은 값이에요.'),
  SNS_NAVER_REDIRECT_URL: textLabel(
    '네이버 Callback URL',
    '네이버에 등록한 주소와 같아야 해요. 비우면 이 상점의 주소를 써요.',
  ),
  SNS_NAVER_STATE: textLabel('네이버 state', '이전 앱과 맞추려고 남겨 둔 값이에요. 로그인은 매번 새 값을 써요.'),
  ENABLE_SNS_KAKAO: switchLabel('카카오 로그인', '카카오 계정으로 로그인하고 가입할 수 있어요.'),
  SNS_KAKAO_TOKEN: textLabel('카카오 앱 키', '카카오 개발자 센터의 REST API 키예요.'),
}

/** Warnings for staff about a verification that is switched on although its codes reach nobody. */
export const noCarrierWarnings: Readonly<Record<VerificationSetting, string>> = {
  ENABLE_EMAIL_VERIFY:
    '이메일 발송이 설정되지 않아 인증코드를 보낼 수 없어요. 켜 두면 새 회원이 가입하지 못해요. 서버에 SMTP_URL과 MAIL_FROM을 먼저 설정해 주세요.',
  ENABLE_PHONE_NUMBER:
    '문자 발송이 설정되지 않아 인증번호를 보낼 수 없어요. 켜 두면 새 회원이 가입하지 못해요. 연동에서 솔라피를 먼저 연결해 주세요.',
}

/** Settings that the settings page shows together under a title. */
export type SettingGroup = { readonly title: string; readonly keys: readonly SettingKey[] }

/** Groups of settings, in the sequence of the settings page. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: '상점 정보',
    keys: [
      'FOOTER_COMPANY',
      'FOOTER_CEO',
      'FOOTER_CORPORATION_NUMBER',
      'FOOTER_CORPORATION_MARKET_NUMBER',
      'FOOTER_CEO_PHONE_NUMBER',
      'FOOTER_ADDRESS',
    ],
  },
  { title: '색과 상담', keys: ['SITE_MAIN_COLOR', 'SITE_KAKAO_CHANNEL_LINK', 'SITE_KAKAO_TEXT'] },
  {
    title: '입금 계좌',
    keys: [
      'BANKING_NAME',
      'BANKING_ACCOUNT_NUMBER',
      'BANKING_BANKING_CODE',
      'BANKING_DISPLAY_TEXT',
      'ENABLE_TOSS_PAYMENT',
    ],
  },
  {
    title: '충전과 포인트',
    keys: [
      'POINT_CHARGE_BUTTON_OPTIONS',
      'ENABLE_PAYMENT_TYPE',
      'ENABLE_PAYMENT_FEE',
      'ISSUE_MANDATORY_RECEIPTS',
      'REFERRAL_REWARD_PERCENT',
      'ADJUSTMENT_LIMIT',
      'APPROVAL_LIMIT',
      'DAILY_LIMIT',
    ],
  },
  {
    title: '주문과 화면',
    keys: ['ENABLE_SERVICE_CHECK', 'ENABLE_VISIBLE_SERVICE_ID', 'ENABLE_QNA', 'ENABLE_REFERRAL'],
  },
  {
    title: '가입과 로그인',
    keys: [
      'ENABLE_EMAIL_VERIFY',
      'ENABLE_PHONE_NUMBER',
      'ENABLE_SNS_NAVER',
      'SNS_NAVER_CLIENT_ID',
      'SNS_NAVER_REDIRECT_URL',
      'SNS_NAVER_STATE',
      'ENABLE_SNS_KAKAO',
      'SNS_KAKAO_TOKEN',
      'STAFF_IDLE_MINUTES',
    ],
  },
]

type Choices<Key extends SettingKey> = readonly { readonly value: Settings[Key]; readonly label: string }[]

/** The values from which each setting with a choice is selected, with their labels. */
export const settingChoices: {
  readonly ENABLE_PAYMENT_TYPE: Choices<'ENABLE_PAYMENT_TYPE'>
  readonly ENABLE_PAYMENT_FEE: Choices<'ENABLE_PAYMENT_FEE'>
} = {
  ENABLE_PAYMENT_TYPE: [
    { value: 'ALL', label: '모두 (신청 안 함, 현금영수증, 세금계산서)' },
    { value: 'CASH_AND_FEE', label: '현금영수증, 세금계산서' },
    { value: 'CASH', label: '현금영수증만' },
    { value: 'FEE', label: '세금계산서만' },
    { value: 'NO_FEE', label: '신청 안 함만' },
  ],
  ENABLE_PAYMENT_FEE: [
    { value: '', label: '없음' },
    { value: 'FEE', label: '세금계산서' },
    { value: 'CASH', label: '현금영수증' },
    { value: 'ALL', label: '세금계산서와 현금영수증' },
  ],
}

/** Formats the value of a setting for display. */
export function settingValueText(key: SettingKey, value: unknown): string {
  if (typeof value === 'boolean') return value ? '켬' : '끔'
  if (Array.isArray(value)) return value.map((item) => Number(item).toLocaleString('ko-KR')).join(', ') || '없음'
  if (typeof value === 'number') return value.toLocaleString('ko-KR')
  const choices = key === 'ENABLE_PAYMENT_TYPE' || key === 'ENABLE_PAYMENT_FEE' ? settingChoices[key] : []
  return choices.find((choice) => choice.value === value)?.label ?? (String(value ?? '') || '비어 있음')
}

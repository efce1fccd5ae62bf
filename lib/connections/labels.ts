export const connectionKinds = ['payaction', 'popbill', 'barobill', 'benta', 'solapi', 'portone'] as const

/** An outside service that the shop can be connected to. */
export type ConnectionKind = (typeof connectionKinds)[number]

/**
 * A field of a connection's web form. Its value is text. A secret value is encrypted; afterwards the form shows at most
 * its last four characters.
 */
export type ConnectionField = {
  readonly name: string
  readonly label: string
  readonly secret: boolean
  /** Where staff find the value. */
  readonly where: string
  readonly optional?: boolean
  /** Values to choose from, with their labels; the first value is the default. */
  readonly choices?: readonly (readonly [value: string, label: string])[]
  /** Name of the rule in `fieldPatterns` that the value must meet. */
  readonly pattern?: 'businessNumber' | 'account' | 'phone'
}

export type ConnectionDeclaration = {
  readonly label: string
  /** What the shop uses the outside service for. */
  readonly purpose: string
  /** Steps for connecting the outside service, the first step first. */
  readonly steps: readonly string[]
  readonly fields: readonly ConnectionField[]
  /**
   * Addresses of the outside service, by the `environment` chosen in the form. REAL is used if the form has no such
   * field.
   */
  readonly addresses: { readonly REAL: string; readonly TEST?: string }
  /**
   * True if the outside service sends webhooks: to `/hooks/sources/<kind>` if it reports deposits, otherwise to
   * `/hooks/<kind>`.
   */
  readonly webhook?: true
  /**
   * Korean sentence that says why the shop can't use the outside service yet. No new connection can be made while it is
   * set.
   */
  readonly notYet?: string
  /** Services that the shop can use instead of this one. Set only together with `notYet`. */
  readonly instead?: readonly ConnectionKind[]
}

const environments = [
  ['REAL', '운영'],
  ['TEST', '테스트'],
] as const

/**
 * Banks whose accounts Popbill can read, with Popbill's codes. The empty code is for a shop that uses Popbill only to
 * issue receipts.
 */
const popbillBanks = [
  ['', '계좌 조회를 쓰지 않음'],
  ['0004', '국민은행'],
  ['0003', '기업은행'],
  ['0011', '농협은행'],
  ['0088', '신한은행'],
  ['0020', '우리은행'],
  ['0081', '하나은행'],
  ['0039', '경남은행'],
  ['0034', '광주은행'],
  ['0002', '산업은행'],
  ['0045', '새마을금고'],
  ['0007', '수협은행'],
  ['0048', '신협'],
  ['0027', '씨티은행'],
  ['0031', 'iM뱅크(대구은행)'],
  ['0071', '우체국'],
  ['0037', '전북은행'],
  ['0035', '제주은행'],
  ['0032', '부산은행'],
  ['0023', 'SC제일은행'],
] as const

/**
 * Choices for the remark (비고) of a bank transaction that contains the depositor's name. Which remark it is differs from
 * bank to bank.
 */
const remarkFields = [
  ['1', '비고1'],
  ['2', '비고2'],
  ['3', '비고3'],
  ['4', '비고4'],
] as const

const templateWhere = '솔라피 콘솔 › 카카오 알림톡 › 템플릿'

/**
 * The outside services that the shop can be connected to, with their form fields, texts and addresses. Forms, schema,
 * console page and types are derived from this declaration (docs/contract.md#connections).
 */
export const connectionDeclarations = {
  payaction: {
    label: '페이액션',
    purpose: '충전 요청을 미리 등록하고, 입금되면 알림을 받아요.',
    steps: [
      '페이액션에 가입하고 입금 계좌의 알림을 연결해 주세요.',
      '연결하기를 누르고, 페이액션 대시보드의 API 연동 화면에 있는 세 값을 옮겨 적어 주세요.',
      '같은 화면의 웹훅 주소에 이 페이지에 보이는 주소를 적어 주세요.',
    ],
    fields: [
      { name: 'mallId', label: '상점 ID', secret: false, where: '대시보드 › API 연동 › 상점 ID' },
      { name: 'apiKey', label: 'API 키', secret: true, where: '대시보드 › API 연동 › API Key' },
      { name: 'webhookKey', label: '웹훅 키', secret: true, where: '대시보드 › API 연동 › Webhook Key' },
    ],
    addresses: { REAL: 'https://api.payaction.app' },
    webhook: true,
  },
  popbill: {
    label: '팝빌',
    purpose: '계좌 거래내역을 조회하고, 현금영수증과 세금계산서를 발행해요.',
    steps: [
      '팝빌에 가입하고 파트너 신청으로 링크아이디와 비밀키를 받아 주세요.',
      '은행에서 빠른조회를 신청한 뒤, 팝빌의 계좌조회에 입금 계좌를 등록해 주세요.',
      '영수증을 발행하려면 팝빌에 포인트를 충전하고, 세금계산서는 공동인증서도 등록해 주세요.',
      '연결하기를 누르고 값을 옮겨 적어 주세요. 저장하면 연결을 바로 확인해요.',
    ],
    fields: [
      { name: 'environment', label: '환경', secret: false, where: '신청할 때 고른 환경', choices: environments },
      { name: 'linkId', label: '링크아이디', secret: false, where: '팝빌이 보낸 파트너 가입 안내 메일' },
      { name: 'secretKey', label: '비밀키', secret: true, where: '팝빌이 보낸 파트너 가입 안내 메일' },
      { name: 'corpNum', label: '사업자번호', secret: false, where: '사업자등록증', pattern: 'businessNumber' },
      { name: 'userId', label: '팝빌 아이디', secret: false, where: '팝빌에 로그인하는 아이디', optional: true },
      {
        name: 'bankCode',
        label: '은행',
        secret: false,
        where: '팝빌 계좌조회에 입금 계좌를 등록한 은행',
        choices: popbillBanks,
        optional: true,
      },
      {
        name: 'accountNumber',
        label: '계좌번호',
        secret: false,
        where: '팝빌 계좌조회에 등록한 입금 계좌',
        pattern: 'account',
        optional: true,
      },
      {
        name: 'nameField',
        label: '입금자명 칸',
        secret: false,
        where: '팝빌 계좌조회의 거래내역에서 입금자명이 적히는 비고 칸. 은행마다 달라요',
        choices: remarkFields,
      },
    ],
    addresses: { REAL: 'https://popbill.linkhub.co.kr', TEST: 'https://popbill-test.linkhub.co.kr' },
  },
  barobill: {
    label: '바로빌',
    purpose: '계좌 거래내역을 조회하고, 현금영수증을 발행해요.',
    steps: [
      '바로빌에 가입하고 연동 서비스를 신청해 연동인증키를 받아 주세요.',
      '은행에서 빠른조회를 신청한 뒤, 바로빌의 계좌조회에 입금 계좌를 10분 주기로 등록해 주세요.',
      '연결하기를 누르고 값을 옮겨 적어 주세요. 저장하면 연결을 바로 확인해요.',
    ],
    fields: [
      { name: 'environment', label: '환경', secret: false, where: '신청할 때 고른 환경', choices: environments },
      { name: 'certKey', label: '연동인증키', secret: true, where: '바로빌 연동 서비스 신청 내역' },
      { name: 'corpNum', label: '사업자번호', secret: false, where: '사업자등록증', pattern: 'businessNumber' },
      { name: 'userId', label: '바로빌 아이디', secret: false, where: '바로빌에 로그인하는 아이디' },
      {
        name: 'accountNumber',
        label: '계좌번호',
        secret: false,
        where: '바로빌 계좌조회에 등록한 입금 계좌',
        pattern: 'account',
        optional: true,
      },
      {
        name: 'nameField',
        label: '입금자명 칸',
        secret: false,
        where: '바로빌 계좌조회의 입출금내역에서 입금자명이 적히는 비고 칸. 은행마다 달라요',
        choices: [
          ['1', '비고1'],
          ['2', '비고2'],
        ],
      },
    ],
    addresses: { REAL: 'https://ws.baroservice.com', TEST: 'https://testws.baroservice.com' },
  },
  benta: {
    label: '벤타',
    purpose: '충전 요청마다 결제를 만들고, 입금되면 알림을 받아요.',
    steps: [
      '벤타에 가입하고 입금 알림을 받는 기기를 연결해 주세요.',
      '벤타에서 API 토큰을 받아 옮겨 적어 주세요.',
      '웹훅 주소에 이 페이지에 보이는 주소를 적어 주세요.',
    ],
    fields: [{ name: 'apiToken', label: 'API 토큰', secret: true, where: '벤타 관리 화면 › API 토큰' }],
    addresses: { REAL: 'https://api.benta.im' },
    webhook: true,
    notYet:
      '회원에게 벤타 결제 페이지를 보여 주어야 벤타가 입금을 찾는데, 이 상점은 그 페이지를 아직 보여 주지 못해요.',
    instead: ['payaction', 'popbill', 'barobill'],
  },
  solapi: {
    label: '솔라피',
    purpose: '회원에게 알림톡과 문자를 보내요.',
    steps: [
      '솔라피에 가입해 발신번호를 등록하고 잔액을 충전해 주세요.',
      '알림톡으로 보내려면 카카오 채널을 연동하고, 아래 템플릿을 그대로 복사해 검수를 요청해 주세요.',
      'API 키와 승인된 템플릿의 ID를 옮겨 적고 연결을 확인해 주세요. 템플릿이 없는 알림은 문자로 보내요.',
    ],
    fields: [
      { name: 'apiKey', label: 'API 키', secret: false, where: '솔라피 콘솔 › 개발/연동 › API Key 관리' },
      { name: 'apiSecret', label: 'API 시크릿', secret: true, where: '솔라피 콘솔 › 개발/연동 › API Key 관리' },
      { name: 'from', label: '발신번호', secret: false, where: '솔라피 콘솔 › 발신번호', pattern: 'phone' },
      { name: 'pfId', label: '채널 ID', secret: false, where: '솔라피 콘솔 › 카카오 채널', optional: true },
      { name: 'templateCode', label: '인증번호 템플릿 ID', secret: false, where: templateWhere, optional: true },
      { name: 'templateCharge', label: '충전 완료 템플릿 ID', secret: false, where: templateWhere, optional: true },
      {
        name: 'templateHold',
        label: '자동주문 일시 중지 템플릿 ID',
        secret: false,
        where: templateWhere,
        optional: true,
      },
      { name: 'templateOrder', label: '주문 완료 템플릿 ID', secret: false, where: templateWhere, optional: true },
    ],
    addresses: { REAL: 'https://api.solapi.com' },
  },
  portone: {
    label: '포트원',
    purpose: '카드와 가상계좌로 충전을 받아요.',
    steps: [
      '포트원에 가입하고 결제 채널을 만들어 주세요.',
      '결제알림(Webhook) 관리에서 버전을 2024-04-25로 고르고, 이 페이지에 보이는 웹훅 주소를 적어 주세요.',
      '연결하기를 누르고 값을 옮겨 적어 주세요. 저장하면 연결을 바로 확인해요.',
      '연결이 확인되면 결제 받기를 켜 주세요.',
    ],
    fields: [
      { name: 'environment', label: '환경', secret: false, where: '채널을 만들 때 고른 환경', choices: environments },
      { name: 'storeId', label: '상점 아이디', secret: false, where: '포트원 콘솔 › 결제 연동 › 연동 정보' },
      { name: 'channelKey', label: '채널 키', secret: false, where: '포트원 콘솔 › 결제 연동 › 채널 관리' },
      { name: 'apiSecret', label: 'API 시크릿', secret: true, where: '포트원 콘솔 › 결제 연동 › V2 API' },
      { name: 'webhookSecret', label: '웹훅 시크릿', secret: true, where: '포트원 콘솔 › 결제알림(Webhook) 관리' },
    ],
    addresses: { REAL: 'https://api.portone.io' },
    webhook: true,
  },
} as const satisfies Record<ConnectionKind, ConnectionDeclaration>

/** Name of a field of this connection's form. */
export type ConnectionFieldName<K extends ConnectionKind> = (typeof connectionDeclarations)[K]['fields'][number]['name']

/** The fields of a connection's form, in the sequence of the form. */
export const connectionFields = (kind: ConnectionKind): readonly ConnectionField[] =>
  connectionDeclarations[kind].fields

/** Why the shop can't be connected to this outside service yet, as a Korean sentence; null if it can. */
export const notYetText = (kind: ConnectionKind): string | null =>
  (connectionDeclarations[kind] as ConnectionDeclaration).notYet ?? null

/** Services that can be connected instead of this one as long as the shop can't use this one; empty if it can. */
export const alternativeConnectionKinds = (kind: ConnectionKind): readonly ConnectionKind[] =>
  (connectionDeclarations[kind] as ConnectionDeclaration).instead ?? []

/** Row id of a connection in the console's list. */
export const connectionRowId = (kind: ConnectionKind): number => connectionKinds.indexOf(kind) + 1

/**
 * States of a connection. UNCHECKED: no request was made since the values were saved. FAILING: the last request failed.
 * UNVERIFIED: the values were accepted, but never by the real outside service (only by a test environment or a
 * stand-in). VERIFIED: the real service has accepted them.
 */
export const connectionStates = ['NONE', 'UNCHECKED', 'FAILING', 'UNVERIFIED', 'VERIFIED'] as const

export type ConnectionState = (typeof connectionStates)[number]

export const connectionStateLabels: Record<ConnectionState, string> = {
  NONE: '연결 안 함',
  UNCHECKED: '확인 전',
  FAILING: '오류',
  UNVERIFIED: '실제 연동 미검증',
  VERIFIED: '연결됨',
}

/** Explains each state to staff, and says what they should do, if anything. */
export const connectionStateHints: Record<ConnectionState, string> = {
  NONE: '값을 옮겨 적으면 연결돼요. 연결하지 않아도 상점은 지금처럼 움직여요.',
  UNCHECKED: '연결 확인을 눌러 값이 맞는지 확인해 주세요.',
  FAILING: '값이 다르면 값 바꾸기를 눌러 고쳐 주세요. 저장하면 연결을 바로 확인해요.',
  UNVERIFIED: '값은 맞지만 실제 서비스로 시험한 적이 없어요.',
  VERIFIED: '실제 서비스에서 값을 확인했어요.',
}

/** Text shown to staff for a stored secret: that it is stored, and its last characters. */
export const secretHintText = (lastCharacters: string): string =>
  lastCharacters === '' ? '등록됨' : `등록됨 …${lastCharacters}`

/**
 * Label of the form field for an address other than the outside service's own. Shown only in tests and the demo, where
 * other addresses are allowed.
 */
export const baseUrlLabel = '다른 주소'

/** Texts of the console's page of connections. */
export const connectionTexts = {
  title: '연동',
  hint: '이미 쓰고 있는 서비스를 연결하면 입금 확인을 대신해요. 연결하지 않아도 상점은 지금처럼 움직여요.',
  notForSupport: '관리자와 대표만 볼 수 있어요.',
  notForSupportHint: '연동을 확인해야 하면 관리자에게 요청해 주세요.',
  connect: '연결하기',
  change: '값 바꾸기',
  check: '연결 확인',
  save: '저장하고 확인',
  disconnect: '연결 끊기',
  stepsTitle: '연결하는 방법',
  notYet: '준비 중',
  insteadTitle: '지금 쓸 수 있는 방법',
  importLink: '거래내역 가져오기',
  importHint: '연동 없이 은행의 거래내역 파일로 입금을 확인해요.',
  templatesTitle: '알림톡 템플릿',
  templatesHint: '솔라피에 정보성 템플릿으로 그대로 등록해 주세요. 내용이 다르면 연결 확인에서 알려 드려요.',
  copyTemplate: (label: string): string => `${label} 템플릿 복사`,
  webhook: '웹훅 주소',
  copyWebhook: '웹훅 주소 복사',
  optional: '선택',
  keepSecret: '비워 두면 그대로 써요.',
  secretsStayHere: '키는 암호화해 저장하고 다시 보여 주지 않아요.',
  otherAddress: '시험용 서버로 연결할 때만 적어 주세요. 비워 두면 실제 서비스로 연결해요.',
  savedForLater: '값을 저장했어요. 바로 적용되지 않으니 중요 변경에서 적용 시각을 확인해 주세요.',
  checked: (label: string): string => `${label} 연결을 확인했어요.`,
  disconnected: (label: string): string => `${label} 연결을 끊었어요.`,
  disconnectText: (label: string): string =>
    `${label}의 키를 지우고 더는 쓰지 않아요. 지금까지 받은 기록은 그대로 남아요. 실제로 쓰던 연결이라면 다시 연결할 때 다른 대표의 동의를 받거나 기다려야 해요.`,
  waits: (moment: string): string => `새 값은 ${moment}에 적용돼요.`,
} as const

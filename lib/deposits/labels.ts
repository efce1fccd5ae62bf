import { formatCount, wonText } from '#lib/money/points.ts'

/**
 * Statuses of a deposit. WAITING: to be matched. UNCONFIRMED: imported, and can't be matched until a second person
 * confirms it. All others: settled.
 */
export const depositStatuses = [
  'WAITING',
  'UNCONFIRMED',
  'MATCHED',
  'SPLIT',
  'MERGED',
  'RETURNED',
  'DUPLICATE',
] as const

export type DepositStatus = (typeof depositStatuses)[number]

export const depositStatusLabels: Record<DepositStatus, string> = {
  WAITING: '대기',
  UNCONFIRMED: '확인 대기',
  MATCHED: '충전 완료',
  SPLIT: '나눔',
  MERGED: '합침',
  RETURNED: '반환',
  DUPLICATE: '중복',
}

/**
 * How a deposit became known. HOOK: by a signed call of the bank, or of a program that watches the bank account.
 * IMPORT: from a bank statement that staff imported. CONNECTION: by a deposit source, which is a connected outside
 * service (lib/connections).
 */
export const depositOriginKinds = ['HOOK', 'IMPORT', 'CONNECTION'] as const

export type DepositOriginKind = (typeof depositOriginKinds)[number]

export const depositOriginLabels: Record<DepositOriginKind, string> = {
  HOOK: '은행 알림',
  IMPORT: '운영자가 가져옴',
  CONNECTION: '연동',
}

/** How precisely the bank reports the time of a deposit: exactly, to the minute, or only the day. */
export const depositPrecisions = ['EXACT', 'MINUTE', 'DAY'] as const

/** How precisely the bank reports the time of a deposit. */
export type DepositPrecision = (typeof depositPrecisions)[number]

/**
 * Reasons why a deposit still waits; `waitReasonTexts` explains them. SOON: the next run of the matching job will
 * credit its charge.
 */
export const waitReasons = [
  'SOON',
  'DISPUTED',
  'DUPLICATE',
  'SEVERAL',
  'STAFF',
  'SAME_DAY',
  'NEW_NAME',
  'AFTER',
  'SOURCE',
  'LATE',
  'CREDITED',
  'BOUNCED',
  'SHOP',
  'OTHER_AMOUNT',
  'OTHER_NAME',
  'NONE',
] as const

/** Why a deposit still waits for a match. */
export type WaitReason = (typeof waitReasons)[number]

/** Short labels of the reasons why a deposit waits, for lists. */
export const waitReasonLabels: Record<WaitReason, string> = {
  SOON: '곧 자동 충전',
  DISPUTED: '은행 알림과 다름',
  DUPLICATE: '중복 의심',
  SEVERAL: '같은 이름 여럿',
  STAFF: '운영자 계정',
  SAME_DAY: '시각 없음',
  NEW_NAME: '처음 쓴 이름',
  AFTER: '입금 뒤 요청',
  SOURCE: '연동 추천',
  LATE: '기한 지남',
  CREDITED: '먼저 승인됨',
  BOUNCED: '환불 반송 의심',
  SHOP: '상점 이름',
  OTHER_AMOUNT: '금액 다름',
  OTHER_NAME: '이름 다름',
  NONE: '요청 없음',
}

/** Explanations of the reasons why a deposit waits, for the staff member who decides about it. */
export const waitReasonTexts: Record<WaitReason, string> = {
  SOON: '맞는 충전 요청이 있어 1분 안에 자동으로 충전돼요.',
  DISPUTED: '가져온 내용이 은행이 알린 내용과 달라요. 은행에서 확인하고, 없는 입금이면 중복으로 처리해 주세요.',
  DUPLICATE:
    '금액과 시각이 같은 입금이 다른 경로로 이미 들어왔어요. 같은 입금이면 중복으로 처리하고, 따로 들어온 입금이면 맞춰 주세요.',
  SEVERAL:
    '금액이 같고 이름이 같거나 은행이 달리 적었을 수 있는 충전 요청이 여러 회원에게 있어요. 누구의 입금인지 골라 주세요.',
  STAFF: '운영자의 계정이라 가져온 입금으로는 자동으로 충전되지 않아요. 다른 운영자가 확인하고 맞춰 주세요.',
  SAME_DAY:
    '은행이 날짜만 알려 주었고, 같은 날 이름과 금액이 같은 입금이나 요청이 더 있어요. 누구의 입금인지 골라 주세요.',
  NEW_NAME: '이 회원이 처음 쓴 입금자명인데, 다른 회원이 쓰던 이름이에요. 본인의 입금인지 확인하고 맞춰 주세요.',
  AFTER: '입금된 뒤에 만들어진 충전 요청이에요. 본인의 입금인지 확인하고 맞춰 주세요.',
  SOURCE: '실제 연동 미검증인 곳이 알린 입금이라 추천만 해요. 은행에서 확인하고 맞으면 맞춰 주세요.',
  LATE: '이름과 금액은 같지만 기한이 지난 충전 요청이에요. 확인하고 맞춰 주세요.',
  CREDITED:
    '금액이 같은 충전을 운영자가 입금 없이 먼저 승인했어요. 그 충전의 입금이면 잇고, 따로 들어온 입금이면 맞춰 주세요.',
  BOUNCED:
    '금액이 같은 환불이 있어, 받는 계좌에 들어가지 못하고 되돌아온 금액일 수 있어요. 되돌아온 금액이면 따로 송금하지 말고 반환으로 처리한 뒤, 환불을 다시 보내 주세요. 새로 들어온 입금이면 맞춰 주세요.',
  SHOP: '상점 이름으로 들어온 입금이에요. 되돌아온 이체나 직접 옮긴 금액일 수 있으니 은행에서 확인하고, 회원의 입금일 때만 맞춰 주세요.',
  OTHER_AMOUNT: '이름이 같은 충전 요청이 있지만 금액이 달라요.',
  OTHER_NAME: '금액이 같은 충전 요청이 있지만 입금자명이 달라요.',
  NONE: '이름이나 금액이 같은 충전 요청이 없어요.',
}

/**
 * Reasons for which staff should look soon: a charge fits the deposit (an open charge or, for CREDITED, one that staff
 * approved without a deposit) but they have to confirm the match, or (BOUNCED, SHOP) transfers of the shop may have come
 * back. A task is filed if the deposit still waits after 10 minutes.
 */
export const suggestionReasons: readonly WaitReason[] = [
  'CREDITED',
  'BOUNCED',
  'SHOP',
  'SEVERAL',
  'STAFF',
  'SAME_DAY',
  'NEW_NAME',
  'AFTER',
  'SOURCE',
]

/**
 * Reasons for which staff may close a deposit as a duplicate: it may report the same credit as another deposit, or a
 * report contradicts it.
 */
export const dismissibleReasons: readonly WaitReason[] = ['DISPUTED', 'DUPLICATE']

/** True if a deposit has paid for the charge, or the matching job will match one with it. */
export const isDepositFound = (fit: DepositFit | undefined): boolean => fit === 'FITS' || fit === 'PAID'

/** Warning shown before staff approve `all` charges, of which `count` have no deposit. */
export const withoutDepositText = (count: number, all = count): string =>
  `${all === 1 ? '' : `${formatCount(count)}건은 `}확인된 입금이 없어요. 승인하면 입금 확인 없이 충전돼요.`

/**
 * What a column of a bank's table may contain. `at`: the day, or day and time. `out`: the amount of a withdrawal.
 * `direction`: whether money came in or went out. `externalId`: the bank's number of the line.
 */
export const bankTableColumns = [
  'at',
  'time',
  'name',
  'amount',
  'out',
  'balance',
  'memo',
  'direction',
  'externalId',
] as const

export type BankTableColumn = (typeof bankTableColumns)[number]

export const bankTableColumnLabels: Record<BankTableColumn, string> = {
  at: '일시',
  time: '시각',
  name: '입금자명',
  amount: '입금액',
  out: '출금액',
  balance: '잔액',
  memo: '메모',
  direction: '입출금 구분',
  externalId: '거래번호',
}

/** Prefix of the external ids that an import makes up for lines that have no number from the bank. */
export const GENERATED_ID_PREFIX = 'csv:'

/** Shown instead of an external id that an import made up: the bank doesn't know such an id. */
export const noExternalIdText = '은행 번호 없음'

/** Exported file of the deposit list: its name, and the column heading for each field of a row. */
export const depositSheet = {
  name: '입금',
  heads: {
    id: '번호',
    at: '입금 일시',
    name: '입금자명',
    amount: '입금액',
    source: ['경로', depositOriginLabels],
    status: ['상태', depositStatusLabels],
    reason: ['대기 이유', waitReasonLabels],
    memberId: '회원',
    chargeIds: '충전 번호',
    externalId: '거래번호',
    createdAt: '가져온 시각',
    matchedAt: '처리 시각',
  },
} as const

/**
 * Whether a deposit has paid for a charge and, if not, how well the best waiting deposit fits it. The bank must have
 * booked the waiting deposit in the time from 30 days before the charge was requested to 4 days after.
 * - PAID: a deposit has paid.
 * - FITS: the next run of the matching job will match the deposit with this charge, or with an older charge of the
 *   same member, name and amount.
 * - CHECK: the deposit has the charge's name and amount, but staff have to confirm the match.
 * - SEVERAL: the deposit has the charge's name and amount, but pending charges of other members have them, too.
 * - OTHER_AMOUNT: the deposit has only the same name.
 * - OTHER_NAME: the deposit has only the same amount.
 * - NONE: no waiting deposit has the name or the amount, or the charge can't be approved any more.
 */
export const depositFits = ['PAID', 'FITS', 'CHECK', 'SEVERAL', 'OTHER_AMOUNT', 'OTHER_NAME', 'NONE'] as const

/** Whether a deposit has paid for a charge and, if not, how well the best waiting deposit fits it. */
export type DepositFit = (typeof depositFits)[number]

export const depositFitLabels: Record<DepositFit, string> = {
  PAID: '입금 확인',
  FITS: '맞음',
  CHECK: '확인 필요',
  SEVERAL: waitReasonLabels.SEVERAL,
  OTHER_AMOUNT: waitReasonLabels.OTHER_AMOUNT,
  OTHER_NAME: waitReasonLabels.OTHER_NAME,
  NONE: '입금 없음',
}

/** Title of a deposit: the depositor's name and the amount. */
export const depositTitle = ({ name, amount }: { readonly name: string; readonly amount: number }): string =>
  `${name} · ${wonText(amount)}`

/** Text of a deposit's detail while the charges that it may pay for are being loaded. */
export const candidatesLoadingText = '맞출 충전 요청을 찾고 있어요.'
/** Shown instead of candidatesLoadingText once staff have pressed the button to match the deposit. */
export const matchAwaitedText = '충전 요청을 찾는 대로 확인 창을 열어요.'

const countText = (count: number): string => `${formatCount(count)}건`

/**
 * Totals of a bank's table that the browser has read but not sent yet: count and sum of its deposits, then the counts
 * of other lines (`others`) and of unreadable lines (`broken`).
 */
export const parsedTableText = (credits: readonly { amount: number }[], others: number, broken: number): string =>
  [
    `입금 ${countText(credits.length)} · ${wonText(credits.reduce((sum, { amount }) => sum + amount, 0))}`,
    ...(others > 0 ? [`입금 아님 ${countText(others)}`] : []),
    ...(broken > 0 ? [`확인 필요 ${countText(broken)}`] : []),
  ].join(' · ')

/** Shown in place of the totals while no line of the table is read as a deposit. */
export const noCreditsText = '입금으로 읽은 줄이 없어요. 위에서 입금자명, 입금액, 일시 열을 골라 주세요.'

/** Error shown when staff import a table whose column of deposits changes like a balance. */
export const balanceAsDepositText = '입금액으로 고른 열이 잔액처럼 움직여요. 입금액 열을 다시 골라 주세요.'

/**
 * Texts above the preview of a table that say how its columns are read. `unknown`: the headings are unknown. `byHand`:
 * staff chose the columns. `remembered`: by a column map, whose maker has the login id `by`. `unconfirmed`: by a column
 * map that nobody has confirmed.
 */
export const columnReadingTexts = {
  unknown: '제목을 모르는 파일이에요. 각 열의 뜻을 골라 주세요. 다음부터 제목이 같은 파일은 자동으로 읽어요.',
  byHand: '가져올 때 고른 내용을 파일 양식으로 저장해요. 다음부터 제목이 같은 파일은 자동으로 이렇게 읽어요.',
  remembered: (by: string) => `${by}님이 저장한 파일 양식으로 읽었어요.`,
  unconfirmed: (by: string) => `${by}님이 저장한 파일 양식이에요. 입금자명과 입금액이 맞는지 보고 확인해 주세요.`,
} as const

/** Lists what the columns of a table contain: '거래일 → 일시, 받은 금액 → 입금액'. */
export const columnMeaningsText = (headings: readonly string[], columns: readonly (BankTableColumn | null)[]): string =>
  headings
    .flatMap((heading, at) => {
      const column = columns[at]
      return column ? [`${heading || `${at + 1}열`} → ${bankTableColumnLabels[column]}`] : []
    })
    .join(', ')

/**
 * Summary of an import, made from the server's result for each deposit: how many were credited, wait for staff, wait
 * for a second person, were refused by a second person while the import was running, and were already stored.
 */
export function importResultText(answers: readonly { duplicate: boolean; status: DepositStatus }[]): string {
  const fresh = answers.filter(({ duplicate }) => !duplicate)
  const countOf = (status: DepositStatus) => fresh.filter((answer) => answer.status === status).length
  const [waiting, unconfirmed, refused] = [countOf('WAITING'), countOf('UNCONFIRMED'), countOf('DUPLICATE')]
  return [
    `충전 완료 ${countText(fresh.length - waiting - unconfirmed - refused)}`,
    `대기 ${countText(waiting)}`,
    ...(unconfirmed > 0 ? [`다른 운영자의 확인 대기 ${countText(unconfirmed)}`] : []),
    ...(refused > 0 ? [`다른 운영자가 거절 ${countText(refused)}`] : []),
    `이미 있음 ${countText(answers.length - fresh.length)}`,
  ].join(' · ')
}

/** Warning before a deposit is matched with a charge that has another depositor name. */
export const otherNameText = '입금자명이 충전 요청과 달라요. 본인의 입금인지 확인해 주세요.'

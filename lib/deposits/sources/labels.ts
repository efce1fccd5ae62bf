/** Kinds of connections to deposit sources. */
export const sourceKinds = ['payaction', 'popbill', 'barobill', 'benta'] as const

export type SourceKind = (typeof sourceKinds)[number]

/** Number of correct suggestions in a row after which an OWNER may let a source credit without staff. */
export const CORRECT_SUGGESTIONS_NEEDED = 10

/** Texts of the console about deposits that arrive without a connection: by the signed hook, or by an import. */
export const otherDepositSourceTexts = {
  HOOK: {
    label: '은행 알림 (서명 호출)',
    on: '은행이나 입금 알림 프로그램이 서명해서 알리는 입금이에요. 저절로 충전돼요.',
    off: '서명 키가 없어요. 서버의 DEPOSIT_HOOK_SECRET에 32자 이상의 키를 정하면 쓸 수 있어요.',
  },
  IMPORT: {
    label: '거래내역 가져오기',
    on: '운영자가 은행의 거래내역 파일을 입금 화면에서 가져와요.',
    off: '',
  },
} as const

export const otherDepositSourcesTitle = '연동 없이 들어오는 입금'

export const creditingTexts = {
  title: '입금 자동 충전',
  progress: '맞은 추천',
  on: '저절로 충전해요',
  off: '추천만 해요',
  onHint: '이 연결이 알린 입금은 규칙에 맞으면 저절로 충전돼요. 언제든 끌 수 있어요.',
  offHint: `맞는 충전 요청을 추천만 하고, 운영자가 눌러야 충전돼요. 추천이 ${CORRECT_SUGGESTIONS_NEEDED}번 맞으면 켤 수 있어요.`,
  since: (moment: string, by: string | null): string => (by ? `${moment} · ${by}` : moment),
  waiting: (count: string): string => `확인을 기다리는 입금 ${count}건`,
  switchOn: {
    label: '자동 충전 켜기',
    text: '지금부터 들어오는 입금은 이 서비스가 확인해 주고 규칙에 맞으면 운영자 없이 충전돼요. 이미 기다리는 입금은 그대로 운영자가 맞춰요.',
    done: '자동 충전을 켰어요. 언제든 끌 수 있어요.',
  },
  switchOff: {
    label: '자동 충전 끄기',
    text: '바로 추천만 해요. 들어온 입금은 운영자가 눌러야 충전돼요.',
    done: '자동 충전을 껐어요.',
  },
} as const

/**
 * Text for the progress towards CORRECT_SUGGESTIONS_NEEDED. `right`: how many suggestions in a row staff have accepted.
 */
export const correctSuggestionsText = (right: number): string =>
  `맞은 추천 ${Math.min(right, CORRECT_SUGGESTIONS_NEEDED)}/${CORRECT_SUGGESTIONS_NEEDED}`

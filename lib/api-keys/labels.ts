import type { KeyScope } from './rules.ts'

export const scopeLabels: Record<KeyScope, string> = { read: '조회', order: '주문' }

export const scopeHints: Record<KeyScope, string> = {
  read: '상품, 주문 상태, 잔액을 확인해요',
  order: '주문하고 취소해요',
}

/** Choices of hours for which a replaced key continues to work after a rotation. */
export const overlapChoices: readonly { readonly hours: number; readonly label: string }[] = [
  { hours: 0, label: '바로 중지' },
  { hours: 1, label: '1시간' },
  { hours: 24, label: '하루' },
  { hours: 168, label: '7일' },
]

/** A key's name followed by 키 (key): '서버 1 키'. A name that already ends with 키 stays as it is: '기본 키'. */
const keyNameText = (name: string): string => (name.endsWith('키') ? name : `${name} 키`)

export const apiKeyTexts = {
  title: 'API 키',
  guide: '사용 방법',
  requests: '요청 기록',
  issue: '기본 키 발급',
  issueHint: '기본 키는 모든 권한이 있고 언제든 다시 볼 수 있어요. 권한을 나눈 키는 만들 때 한 번만 보여요.',
  intro: '프로그램마다 키를 따로 만들면 권한과 한도를 나누고, 문제가 생긴 키만 멈출 수 있어요.',
  none: '아직 만든 키가 없어요.',
  first: '기본 키',
  frozen: '멈춤',
  unused: '아직 사용하지 않음',
  lastUsed: (time: string) => `마지막 사용 ${time}`,
  cap: (spent: string, cap: string) => `오늘 ${cap} 중 ${spent} 사용`,
  addresses: (count: number) => `IP 주소 ${count}개에서만`,
  former: (time: string) => `이전 키는 ${time}까지 함께 쓸 수 있어요`,
  make: '권한 나눈 키 만들기',
  makeAction: '키 만들기',
  made: (name: string) => `${keyNameText(name)}를 만들었어요`,
  edit: '설정',
  editTitle: (name: string) => `${name} 설정`,
  save: '저장하기',
  saved: (name: string) => `${name} 설정을 저장했어요`,
  freeze: '멈추기',
  unfreeze: '다시 켜기',
  frozenDone: (name: string) => `${keyNameText(name)}를 멈췄어요`,
  unfrozenDone: (name: string) => `${keyNameText(name)}를 다시 켰어요`,
  rotate: '교체',
  renew: '바로 재발급',
  renewTitle: '기본 키를 바로 재발급할까요?',
  renewText: '지금 쓰는 키는 바로 사용할 수 없게 돼요. 이전 키를 잠시 함께 쓰려면 ‘교체’를 눌러 주세요.',
  renewAction: '바로 재발급하기',
  renewed: '기본 키를 발급했어요',
  rotateTitle: (name: string) => `${keyNameText(name)}를 새 키로 바꿀까요?`,
  rotateAction: '새 키로 바꾸기',
  rotated: (name: string) => `${keyNameText(name)}를 바꿨어요`,
  overlap: '이전 키를 함께 쓰는 시간',
  overlapHint: '프로그램의 키를 바꾸는 동안 이전 키도 그대로 주문할 수 있어요.',
  remove: '삭제',
  removeTitle: (name: string) => `${keyNameText(name)}를 삭제할까요?`,
  removeText: '이 키를 쓰는 프로그램은 바로 주문할 수 없게 돼요. 되돌릴 수 없어요.',
  removeAction: '키 삭제하기',
  removed: (name: string) => `${keyNameText(name)}를 삭제했어요`,
  once: '이 키는 지금만 볼 수 있어요. 안전한 곳에 보관해 주세요.',
  copy: '새 API 키 복사',
  name: '이름',
  namePlaceholder: '예: 서버 1',
  scopes: '권한',
  addressField: '사용할 IP 주소 (선택)',
  addressHint: '한 줄에 하나씩 적어 주세요. 비워 두면 어디서나 쓸 수 있어요.',
  capField: '하루 한도 (원, 선택)',
  capHint: '하루에 주문할 수 있는 금액이에요. 취소해도 그날은 되돌아오지 않아요.',
  failed: '오류가 발생했습니다',
  /** Shown if no response arrived: the key may have been made or replaced. The list is then loaded again. */
  unknown: '키가 바뀌었는지 확인하지 못했어요. 목록을 확인해 주세요.',
  /** The same for a key that can't be shown again. */
  unknownAndHidden:
    '키가 바뀌었는지 확인하지 못했어요. 목록을 확인해 주세요. 바뀌었다면 새 키를 볼 수 없으니 다시 교체해 주세요.',
} as const

/**
 * Texts about test keys. `name(count)` is the suggested name of a new test key for a member who already has `count`
 * test keys.
 */
export const testKeyTexts = {
  title: '테스트 키',
  intro: '포인트를 쓰지 않고 모의 주문으로 프로그램을 시험하는 키예요. 주문은 1분 안에 모든 상태를 거쳐요.',
  make: '테스트 키 만들기',
  name: (count: number) => (count === 0 ? '테스트' : `테스트 ${count + 1}`),
  copy: (name: string) => `${keyNameText(name)} 복사`,
  balance: '테스트 잔액',
  reset: '처음으로 되돌리기',
  resetLabel: '테스트 잔액을 처음으로 되돌리기',
  wasReset: (point: string) => `테스트 잔액을 ${point}으로 되돌렸어요`,
} as const

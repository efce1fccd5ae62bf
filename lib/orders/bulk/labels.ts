import { unknownOutcomeTexts } from '../unknown-outcome-texts.ts'

const countText = (count: number): string => count.toLocaleString('ko-KR')

/** Texts of the screen 대량주문. */
export const bulkTexts = {
  title: '대량주문',
  hint: '한 줄에 하나씩, 한 번에 1,000건까지 주문해요',
  list: '주문 목록',
  listHint:
    '상품번호|링크|수량 순서로 한 줄에 하나씩 적어 주세요. 엑셀에서 복사하거나 CSV 파일을 골라도 돼요. 패키지 상품은 수량을 비워 두세요.',
  placeholder:
    '1024|https://www.instagram.com/seoul.cafe.log|100\n1187|https://www.youtube.com/watch?v=dQw4w9WgXcQ|1000',
  chooseFile: 'CSV 파일 고르기',
  workbook: '엑셀 파일은 CSV로 저장하거나, 표를 복사해 붙여 넣어 주세요.',
  numbers: '상품번호 목록 받기',
  numbersFailed: '상품번호 목록을 받지 못했어요. 잠시 후 다시 눌러 주세요.',
  preview: '미리보기',
  order: '주문하기',
  empty: '주문할 목록을 적어 주세요.',
  previewFailed: '미리보기를 하지 못했어요. 잠시 후 다시 눌러 주세요.',
  orderFailed: '주문에 실패했습니다.',
  unknown: unknownOutcomeTexts.order,
  /** Shown before a new preview if no response arrived so long ago that the server may not know the key any more. */
  forgotten: '보낸 지 오래돼 주문됐는지 확인할 수 없어요. 주문내역에 없을 때만 다시 주문해 주세요.',
  canOrder: '주문 가능',
  fixIt: '고쳐 주세요',
  short: '잔액 부족',
  placed: '주문 완료',
  refused: '주문 안 됨',
  total: '합계',
  balance: '지금 잔액',
  after: '주문 후 잔액',
  orderable: '주문할 수 있는 줄',
  noneOrderable: '주문할 수 있는 줄이 없어요. 목록을 고치고 다시 미리보기를 눌러 주세요.',
  noneCovered: '잔액이 모자라 지금 주문할 수 있는 줄이 없어요. 충전한 다음 미리보기를 눌러 주세요.',
  orderScreen: '주문 화면에서 주문하기',
  needsDetails: '댓글이나 계정처럼 더 적을 것이 있는 상품이에요.',
  result: '주문 결과',
  download: '결과 파일 받기',
  history: '주문내역 보기',
  kept: '주문하지 못한 줄은 목록에 남겨 두었어요. 고치고 다시 미리보기를 눌러 주세요.',
} as const

/** Text below the preview if the balance doesn't cover all lines that have no problem. The sums are formatted won. */
export const bulkShortageText = ({
  total,
  balance,
  missing,
}: Record<'total' | 'balance' | 'missing', string>): string =>
  `문제없는 줄을 모두 주문하려면 ${total}이 필요해요. 지금 잔액은 ${balance}이라 ${missing}이 모자라요.`

/** Text above a list that was filled in with earlier orders, to place them again. */
export const repeatedListText = (orders: number): string =>
  `주문내역에서 고른 ${countText(orders)}건이에요. 가격과 잔액을 확인하고 주문하기를 한 번 누르면 돼요.`

/** Text at the heading of the list's field: the number of its lines. */
export const lineCountText = (lines: number): string => `${countText(lines)}건`

export const tooManyLinesText = (lines: number, maximum: number): string =>
  `한 번에 ${countText(maximum)}건까지 주문할 수 있어요. ${countText(lines - maximum)}건을 줄여 주세요.`

/** Text below the preview if some of its lines can't be ordered. */
export const leftOutLinesText = (refused: number): string =>
  `문제가 있는 ${countText(refused)}줄은 빼고 주문해요. 함께 주문하려면 목록을 고치고 다시 미리보기를 눌러 주세요.`

/** Title of the result of a bulk order. `won` is the sum paid, formatted. */
export const bulkPlacedText = (placed: number, won: string): string =>
  placed === 0 ? '주문한 것이 없어요' : `${countText(placed)}건을 주문했어요 · ${won}`

export const lineNumberText = (line: number): string => `${countText(line)}번째 줄`

/** Shown instead of the name of a service that doesn't exist. */
export const unknownServiceText = (serviceId: number): string => `상품 ${serviceId}번`

/** Why a line of the list can't be read. */
export const bulkLineProblems = {
  number: '상품번호를 숫자로 적어 주세요.',
  amount: '수량을 정수로 적어 주세요.',
  columns: '상품번호|링크|수량 순서로 적어 주세요.',
  commas: '쉼표가 많아 나눌 수 없어요. 링크나 수량에 쉼표가 있으면 세로줄(|)로 나눠 주세요.',
} as const

/** CSV file with the result: file name, and headings by field. */
export const bulkResultSheet = {
  name: '대량주문 결과',
  heads: {
    line: '줄',
    orderId: '주문번호',
    serviceId: '상품번호',
    name: '상품',
    link: '링크',
    amount: '수량',
    point: '금액',
    problem: '결과',
  },
} as const

/** CSV file with the ids of the services: file name, and headings by field. */
export const serviceIdsSheet = {
  name: '상품번호',
  heads: { id: '상품번호', text: '상품', point: '1개 가격', min: '최소 수량', max: '최대 수량' },
} as const

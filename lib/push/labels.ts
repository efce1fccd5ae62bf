import { orderStatus } from '#lib/orders/labels.ts'

/** Title of a notice about one order, by how it ended. */
export const noticeTitles: Readonly<Record<number, string>> = {
  [orderStatus.COMPLETED]: '주문이 완료됐어요',
  [orderStatus.PARTIAL]: '주문이 일부만 완료됐어요',
  [orderStatus.CANCELED]: '주문이 취소됐어요',
}

/** Title of a notice about one auto order, by how it ended. */
export const autoNoticeTitles: Readonly<Record<number, string>> = {
  [orderStatus.COMPLETED]: '자동주문이 끝났어요',
  [orderStatus.PARTIAL]: '자동주문이 끝났어요. 진행하지 못한 회차가 있어요',
}

/**
 * Title of a notice about several orders; {n} is their number. The service worker fills in {n} too, when it adds the
 * orders of a new notice to those of notices that the browser still shows.
 */
export const severalOrdersTitle = '주문 {n}건이 끝났어요'

/** Second line of a notice. It has no link and no points, because a locked screen shows it to everybody. */
export const noticeSecondLine = (orderId: number, product: string, isAuto: boolean): string =>
  [`${isAuto ? '자동주문번호' : '주문번호'} ${orderId}`, product].filter(Boolean).join(' · ')

/** Texts of the card with the switch for notices. The hint depends on what the browser allows. */
export const pushTexts = {
  title: '주문 알림',
  label: '이 기기에서 주문 완료 알림 받기',
  off: '주문이 끝나면 이 기기로 바로 알려 드려요. 링크와 포인트는 알림에 나오지 않아요.',
  on: '주문이 끝나면 이 기기로 알려 드려요. 로그아웃하면 꺼져요.',
  denied: '브라우저가 이 사이트의 알림을 막고 있어요. 주소창 옆의 사이트 설정에서 알림을 허용한 뒤 다시 켜 주세요.',
  install:
    '아이폰과 아이패드에서는 홈 화면에 추가한 앱에서만 알림을 받을 수 있어요. 사파리의 공유 버튼에서 ‘홈 화면에 추가’를 고른 뒤, 홈 화면의 아이콘으로 열어 켜 주세요.',
  unsupported: '이 브라우저는 알림을 지원하지 않아요. 최신 크롬, 엣지, 파이어폭스, 사파리에서 켤 수 있어요.',
  checking: '이 기기의 알림 상태를 확인하고 있어요.',
  turnedOn: '주문이 끝나면 알려 드릴게요.',
  turnedOff: '이 기기의 알림을 껐어요.',
  notAllowed: '알림이 허용되지 않아 켜지 못했어요.',
  failed: '알림 설정을 바꾸지 못했어요. 잠시 후 다시 시도해 주세요.',
} as const

/** Texts that offer notices, below the first order that a browser places. */
export const pushOfferTexts = {
  question: '주문이 끝나면 이 기기로 알려 드릴까요?',
  accept: '알림 받기',
  dismiss: '괜찮아요',
  accepted: '주문이 끝나면 이 기기로 알려 드릴게요.',
} as const

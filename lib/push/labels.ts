import { orderStatus } from '#lib/orders/labels.ts'

/** Title of a notice about one order, by how it ended. */
export const noticeTitles: Readonly<Record<number, string>> = {
  [orderStatus.COMPLETED]: '주문이 완료됐어요',
  [orderStatus.PARTIAL]: '주문이 일부만 완료됐어요',
  [orderStatus.CANCELED]: '주문이 취소됐어요',
}

export const autoNoticeTitles: Readonly<Record<number, string>> = {
  [orderStatus.COMPLETED]: '자동주문이 끝났어요',
  [orderStatus.PARTIAL]: '자동주문이 끝났어요. 진행하지 못한 회차가 있어요',
}

/** Title of a notice about several orders; the service worker, which adds those still shown, puts the number in. */
export const manyNotices = '주문 {n}건이 끝났어요'

/** Second line of a notice: no link, no points, since a locked screen shows it to everybody. */
export const noticeLine = (orderId: number, product: string, isAuto: boolean): string =>
  [`${isAuto ? '자동주문번호' : '주문번호'} ${orderId}`, product].filter(Boolean).join(' · ')

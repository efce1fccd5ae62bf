import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { orderStatus } from '#lib/orders/labels.ts'
import { CancelOrderQuestion } from './cancel-order-question.tsx'

const questionAt = (status: number) =>
  renderToStaticMarkup(<CancelOrderQuestion order={{ status, requestInfo: null, point: 3_300 }} />)

test('the question whether to cancel says that it is too late if the order has been sent meanwhile', () => {
  expect(questionAt(orderStatus.PENDING)).toContain('3,300원을 돌려받아요. 주문을 취소할까요?')
  for (const status of [orderStatus.PROCESSING, orderStatus.COMPLETED]) {
    expect(questionAt(status)).toContain('주문이 이미 진행돼서 지금은 취소할 수 없어요.')
    expect(questionAt(status)).not.toContain('취소할까요')
  }
  expect(questionAt(orderStatus.CANCELED)).toBe('')
})

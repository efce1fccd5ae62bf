import { AppError } from '#lib/core/errors.ts'
import { orderMessages } from '../labels.ts'

/** Refuses a bulk row with `runs` or `interval`: auto orders are placed one by one (docs/contract.md#bulk-orders). */
export const autoOrderInBulk = (): AppError =>
  new AppError('CONFLICT', '대량주문으로는 자동주문을 할 수 없어요. 주문 화면에서 주문해 주세요.')

/** Refuses a row that doesn't match the schema of an order, with the same message as the calls for one order. */
export const malformedRow = (): AppError => new AppError('BAD_INPUT', orderMessages.failed)

const nothingPlacedMessage = (refused: number): string =>
  `${refused.toLocaleString('ko-KR')}건에 문제가 있어 아무것도 주문하지 않았어요.`

/** Refuses a whole `atomic` call because of its refused rows. The error response contains them: `outcome.results`. */
export const nothingPlaced = (outcome: { results: readonly unknown[] }): AppError =>
  new AppError('CONFLICT', nothingPlacedMessage(outcome.results.length), { details: { ...outcome } })

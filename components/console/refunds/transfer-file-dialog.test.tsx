import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cashRefundSettled, payOutReasonMissing } from '#lib/charges/errors.ts'
import { TransferFileOutcome } from './transfer-file-dialog.tsx'

const hint = '하나씩 지급하면서'

const outcomeOf = (message: string) =>
  renderToStaticMarkup(<TransferFileOutcome filed={{ file: null, rows: [{ id: 7, result: 'REFUSED', message }] }} />)

test.each(['alone', 'name'] as const)(
  'a refund that needs a reason (%s) can go into the next file, and how is said',
  (why) => {
    const { message } = payOutReasonMissing(why)
    expect(outcomeOf(message)).toContain(message)
    expect(outcomeOf(message)).toContain(hint)
  },
)

test('of a refund that is settled nothing more is said', () => {
  expect(outcomeOf(cashRefundSettled().message)).not.toContain(hint)
})

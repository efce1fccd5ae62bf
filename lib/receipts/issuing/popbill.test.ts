import { expect, test } from 'vitest'
import { db, oneRow } from '#lib/core/db.ts'
import { startPopbillStandIn } from '#lib/deposits/sources/testing/popbill-stand-in.ts'
import { seoulTimeDigits } from './rules.ts'
import { describeIssuer } from './testing/describe-issuer.ts'
import { issuerStarts } from './testing/issuer-starts.ts'
import {
  connectIssuer,
  endIssuingWork,
  newReceipt,
  payBackInCash,
  reverseChargeOf,
  runWorker,
  setSeller,
} from './testing/world.ts'

describeIssuer('popbill', issuerStarts.popbill)

test('a correction of the whole is sent as one of the whole, and of a part as one of a part, dated today', async () => {
  const standIn = await startPopbillStandIn()
  await setSeller()
  await connectIssuer(standIn)
  standIn.documents.filesAtOnce = true
  const [whole, part] = [
    [await newReceipt(1), await newReceipt(0)],
    [await newReceipt(1), await newReceipt(0)],
  ]
  await runWorker(2)
  for (const receipt of whole) await reverseChargeOf(receipt)
  for (const receipt of part) await payBackInCash(receipt, 3_300)
  await runWorker(3)
  const corrections = standIn.documents.issued.filter(({ original }) => original !== null)
  const sent = corrections.map(
    ({ form, total, fields }) => `${form} ${total} ${fields.modifyCode ?? fields.isPartCancel}`,
  )
  expect(sent.toSorted()).toEqual(['CASH -10000 false', 'CASH -3300 true', 'INVOICE -11000 4', 'INVOICE -3300 2'])
  const today = seoulTimeDigits(new Date()).slice(0, 8)
  for (const { form, fields } of corrections) if (form === 'INVOICE') expect(fields.writeDate).toBe(today)
  await standIn.stop()
  await endIssuingWork()
})

test('a cash receipt states the moment of the credit, not that of its issue', async () => {
  const standIn = await startPopbillStandIn()
  await connectIssuer(standIn)
  const { chargeId } = await newReceipt()
  const { paidAt } = await oneRow<{ paidAt: Date }>(
    db(),
    "UPDATE charges SET response_at = response_at - interval '10 minutes' WHERE id = $1 RETURNING response_at AS paid_at",
    [chargeId],
  )
  await runWorker()
  expect(standIn.documents.issued[0]?.fields.tradeDT).toBe(seoulTimeDigits(paidAt))
  await standIn.stop()
  await endIssuingWork()
})

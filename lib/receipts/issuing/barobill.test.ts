import { expect, test } from 'vitest'
import { startBarobillStandIn } from '#lib/deposits/sources/testing/barobill-stand-in.ts'
import { describeIssuer } from './testing/describe-issuer.ts'
import { issuerStarts } from './testing/issuer-starts.ts'
import {
  connectIssuer,
  documentStatesOf,
  documentsOf,
  endIssuingWork,
  newReceipt,
  openReceiptTasks,
  runWorker,
} from './testing/world.ts'

describeIssuer('barobill', issuerStarts.barobill)

test('a receipt that Barobill has only saved is issued at the next attempt, not saved again', async () => {
  const standIn = await startBarobillStandIn()
  await connectIssuer(standIn)
  standIn.documents.savesOnly = true
  standIn.faultOf = (verb) => (verb === 'issue' ? 'cut' : undefined)
  const receipt = await newReceipt()
  await runWorker()
  expect(standIn.documents.issued).toEqual([])
  standIn.documents.savesOnly = false
  standIn.faultOf = () => undefined
  await runWorker()
  expect(standIn.documents.issued).toHaveLength(1)
  expect(await documentStatesOf(receipt)).toEqual(['ISSUE ISSUED'])
  await standIn.stop()
  await endIssuingWork()
})

test('the number is known once the tax office has the receipt, and no task is filed until then', async () => {
  const standIn = await startBarobillStandIn()
  await connectIssuer(standIn)
  const receipt = await newReceipt()
  await runWorker(2)
  expect(await documentsOf(receipt)).toMatchObject([{ state: 'ISSUED', number: '' }])
  standIn.documents.file(true)
  await runWorker()
  expect(await documentsOf(receipt)).toMatchObject([{ state: 'FILED', number: standIn.documents.issued[0]?.number }])
  expect(await openReceiptTasks()).toEqual([])
  await standIn.stop()
  await endIssuingWork()
})

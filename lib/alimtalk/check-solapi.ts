import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { OutgoingError } from '#lib/core/outgoing.ts'
import { messageTemplates, type TemplateKind, templateKinds } from '#lib/messages/labels.ts'
import { asObject, callSolapi, type SolapiAnswer } from './call-solapi.ts'
import { solapiSentences, templateStateLabels } from './labels.ts'
import { refusalSentence } from './refusal-sentence.ts'
import { templateFields } from './rules.ts'

type Connection = DecryptedConnection<'solapi'>

/** Minimum balance in won that the check accepts: less wouldn't even pay for one short text message. */
const MIN_BALANCE = 20

function balanceFault({ body }: SolapiAnswer): string | null {
  const amounts = [body.balance, body.point].filter((each) => typeof each === 'number')
  if (amounts.length === 0) return solapiSentences.unreadable
  return amounts.reduce((sum, each) => sum + each, 0) < MIN_BALANCE ? solapiSentences.balance : null
}

function senderFault({ body }: SolapiAnswer, from: string): string | null {
  if (!Array.isArray(body.senderIds)) return solapiSentences.unreadable
  const sender = body.senderIds.map(asObject).find(({ phoneNumber }) => String(phoneNumber).replace(/\D/g, '') === from)
  return sender?.status === 'ACTIVE' ? null : solapiSentences.sender(from)
}

/** Text of a template for comparison: all white space counts as one space. */
const comparableText = (text: unknown): string => String(text).replace(/\s+/g, ' ').trim()

function templateFault(kind: TemplateKind, { status, body }: SolapiAnswer, pfId: string): string | null {
  const { label, text } = messageTemplates[kind]
  if (status === 404) return solapiSentences.templateUnknown(label)
  if (body.status !== 'APPROVED')
    return solapiSentences.templateState(label, templateStateLabels[String(body.status)] ?? '확인 안 됨')
  if (typeof body.channelId === 'string' && body.channelId !== pfId) return solapiSentences.templateChannel(label)
  return comparableText(body.content) === comparableText(text) ? null : solapiSentences.templateText(label)
}

async function templatesFault(connection: Connection): Promise<string | null> {
  const pfId = connection.value('pfId')
  for (const kind of templateKinds) {
    const id = connection.value(templateFields[kind])
    if (id === '') continue
    if (pfId === '') return solapiSentences.channel
    const answer = await callSolapi(connection, { path: `/kakao/v2/templates/${encodeURIComponent(id)}` })
    const fault = (answer.status !== 404 && refusalSentence(answer)) || templateFault(kind, answer, pfId)
    if (fault) return fault
  }
  return null
}

/**
 * Checks the values of a connection with Solapi: the keys must be accepted, the balance must be enough, and the
 * sender's number must be registered. Each template whose id is stored must be approved, belong to the stored Kakao
 * channel, and have the shop's text. Sends no message. Returns a Korean sentence that tells staff what to do; null if
 * all is well.
 */
export async function checkSolapi(connection: Connection): Promise<string | null> {
  try {
    const balance = await callSolapi(connection, { path: '/cash/v1/balance' })
    const refusal = refusalSentence(balance)
    if (refusal !== null) return refusal
    const senders = await callSolapi(connection, { path: '/senderid/v1/numbers' })
    return (
      refusalSentence(senders) ??
      senderFault(senders, connection.value('from')) ??
      (await templatesFault(connection)) ??
      balanceFault(balance)
    )
  } catch (error) {
    if (error instanceof OutgoingError) return solapiSentences.unreachable
    throw error
  }
}

import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { recordFailure, recordSuccess } from '#lib/connections/record-outcome.ts'
import type { Db } from '#lib/core/db.ts'
import { OutgoingError } from '#lib/core/outgoing.ts'
import { messageTemplates } from '#lib/messages/labels.ts'
import type { Carrier, OutgoingMessage, SendOutcome } from '#lib/messages/rules.ts'
import { toSolapiFault } from '#lib/messages/solapi-carrier.ts'
import { asObject, callSolapi, errorCodeOf, type SolapiAnswer } from './call-solapi.ts'
import { findSentMessage, isGroupId, MESSAGE_KEY_FIELD, messageKey } from './find-sent.ts'
import { solapiSentences } from './labels.ts'
import { isAccountRefusal, refusalSentence } from './refusal-sentence.ts'
import { templateFields, textKindOf } from './rules.ts'

type Connection = DecryptedConnection<'solapi'>

/**
 * The part of a request that makes Solapi send the message as AlimTalk. Null if the shop has no registered template for
 * the message or no Kakao channel: the message is then sent as a text message. `pfId` is the id of the shop's Kakao
 * channel.
 */
function kakaoOptions(connection: Connection, { template }: OutgoingMessage) {
  const pfId = connection.value('pfId')
  const templateId = template && connection.value(templateFields[template.kind])
  if (!template || !templateId || !pfId) return null
  const variables = Object.fromEntries(Object.entries(template.values).map(([name, value]) => [`#{${name}}`, value]))
  return { pfId, templateId, variables, disableSms: false }
}

type KakaoOptions = ReturnType<typeof kakaoOptions>

const requestOf = (connection: Connection, message: OutgoingMessage, kakao: KakaoOptions) => ({
  method: 'POST' as const,
  path: '/messages/v4/send-many/detail',
  body: {
    messages: [
      {
        to: message.to,
        from: connection.value('from'),
        text: message.body,
        customFields: { [MESSAGE_KEY_FIELD]: messageKey(message) },
        ...(kakao && { type: 'ATA', kakaoOptions: kakao }),
      },
    ],
    allowDuplicates: false,
    showMessageList: true,
  },
})

const failedMessageOf = (answer: SolapiAnswer): Record<string, unknown> | null => {
  const { failedMessageList } = answer.body
  return Array.isArray(failedMessageList) && failedMessageList.length > 0 ? asObject(failedMessageList[0]) : null
}

/** Converts Solapi's response to the outcome of sending; Solapi may refuse the message even with HTTP 200. */
function outcomeOf(answer: SolapiAnswer, message: OutgoingMessage, kakao: KakaoOptions): SendOutcome {
  const { status, body } = answer
  if (status >= 500) return { kind: 'unknown', fault: `SOLAPI ${status}` }
  const fault = toSolapiFault(errorCodeOf(answer) || status)
  if (isAccountRefusal(answer) || [408, 429].includes(status)) return { kind: 'later', fault }
  if (status >= 400) return { kind: 'refused', fault }
  // An error in a response with HTTP 200 doesn't say whether the message was accepted, so the outcome is unknown.
  if (errorCodeOf(answer) !== '') return { kind: 'unknown', fault }
  const failed = failedMessageOf(answer)
  if (failed) {
    const isBalanceShort = String(failed.statusMessage).includes('잔액')
    return { kind: isBalanceShort ? 'later' : 'refused', fault: toSolapiFault(failed.statusCode) }
  }
  const { groupId } = asObject(body.groupInfo)
  if (!isGroupId(groupId)) return { kind: 'unknown', fault: 'SOLAPI UNREADABLE' }
  return { kind: 'sent', confirmation: { groupId, sentAs: kakao ? 'ALIMTALK' : textKindOf(message.body) } }
}

/**
 * Records on the connection a success, a refusal of the account, or an insufficient balance. Ignores any other
 * response.
 */
async function recordAnswer(db: Db, connection: Connection, answer: SolapiAnswer, outcome: SendOutcome): Promise<void> {
  if (outcome.kind === 'sent') await recordSuccess(db, connection)
  else if (isAccountRefusal(answer))
    await recordFailure(db, connection, refusalSentence(answer) ?? solapiSentences.unreadable)
  else if (String(failedMessageOf(answer)?.statusMessage).includes('잔액'))
    await recordFailure(db, connection, solapiSentences.balance)
}

/** A connection, and the timeout of a request in milliseconds. */
type Access = { connection: Connection; timeout: number | undefined }

async function sendOnce(db: Db, { connection, timeout }: Access, message: OutgoingMessage): Promise<SendOutcome> {
  const kakao = kakaoOptions(connection, message)
  const answer = await callSolapi(connection, { ...requestOf(connection, message, kakao), timeout })
  const outcome = outcomeOf(answer, message, kakao)
  if (outcome.kind !== 'refused' || !kakao || !message.template) {
    await recordAnswer(db, connection, answer, outcome)
    return outcome
  }
  // Solapi probably refused the template. Nothing was sent, so the message is sent as a text message instead.
  const textAnswer = await callSolapi(connection, { ...requestOf(connection, message, null), timeout })
  const textOutcome = outcomeOf(textAnswer, message, null)
  const { label } = messageTemplates[message.template.kind]
  if (textOutcome.kind === 'sent') await recordFailure(db, connection, solapiSentences.templateRefused(label))
  else await recordAnswer(db, connection, textAnswer, textOutcome)
  return textOutcome
}

/**
 * Makes the carrier that sends messages to telephones through Solapi. A message with a template that the shop has
 * registered is sent as AlimTalk; if Solapi refuses or can't deliver the AlimTalk, as a text message. Every other
 * message is sent as a text message. Before a retry, asks Solapi whether it accepted an earlier attempt. `timeout` is
 * the timeout of a request in milliseconds.
 */
export function makeSolapiCarrier(db: Db, connection: Connection, timeout?: number): Carrier {
  return async (message) => {
    let isAsking = message.isRetry === true
    try {
      const confirmation = isAsking ? await findSentMessage(connection, message, timeout) : null
      if (confirmation) return { kind: 'sent', confirmation }
      isAsking = false
      return await sendOnce(db, { connection, timeout }, message)
    } catch (error) {
      if (error instanceof SyntaxError) return { kind: 'later', fault: 'SOLAPI UNREADABLE' }
      if (!(error instanceof OutgoingError)) throw error
      return { kind: error.sent && !isAsking ? 'unknown' : 'later', fault: error.fault }
    }
  }
}

import type { DecryptedConnection } from '#lib/connections/read-connection.ts'
import { clock, hoursInMs, timeAfter } from '#lib/core/clock.ts'
import { possibleFingerprints } from '#lib/core/crypto.ts'
import type { SentAs } from '#lib/messages/labels.ts'
import type { SendConfirmation } from '#lib/messages/rules.ts'
import { asObject, callSolapi } from './call-solapi.ts'
import { refusalSentence } from './refusal-sentence.ts'

/** Custom field of a message at Solapi that stores the shop's own key, by which the shop finds the message again. */
export const MESSAGE_KEY_FIELD = 'shopMessage'

/**
 * Hours back that messages are searched for at Solapi: more than the three days that the outbox tries to send a
 * message.
 */
const SEARCHED_HOURS = 96
const PAGE_SIZE = 100
const MAX_PAGES = 10

/**
 * The shop's key for a message at Solapi. Each attempt to send the message uses the same key. The key reveals nothing
 * about the message.
 */
export const messageKey = (message: { id: number; to: string }): string => messageKeys(message)[0] ?? ''

/**
 * Keys under which a message may have been sent: the key made with the shop's secret AUTH_SECRET, then the keys made
 * with former values of this secret.
 */
const messageKeys = ({ id, to }: { id: number; to: string }): string[] =>
  possibleFingerprints('solapi-message', `${id} ${to}`).map((hash) => hash.toString('hex').slice(0, 32))

const sentAsOfType: Readonly<Record<string, SentAs>> = { ATA: 'ALIMTALK', SMS: 'SMS', LMS: 'LMS' }

/**
 * How Solapi sent a message, from the message's type. If a text message replaced an AlimTalk, the type of the text
 * message counts.
 */
export function sentAsOf(message: Record<string, unknown>): SentAs {
  const sentAs = sentAsOfType[String(message.type)] ?? 'SMS'
  const isReplaced = message.replacement === true || message.replacement === 1
  if (!isReplaced || sentAs !== 'ALIMTALK') return sentAs
  const replacements = Array.isArray(message.replacements) ? message.replacements.map(asObject) : []
  return sentAsOfType[String(replacements.at(-1)?.type)] ?? 'SMS'
}

/** True for a valid id of a message group. The id is stored, and becomes part of the path of later requests. */
export const isGroupId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,64}$/.test(value)

/**
 * Returns how Solapi sends this message and the id of its group, if Solapi accepted it at an earlier attempt whose
 * response was lost; otherwise null.
 * @throws OutgoingError no response came; SyntaxError the response is unreadable or a refusal, or Solapi has too many
 * messages to the number to search. In all these cases the caller must not send the message again.
 */
export async function findSentMessage(
  connection: DecryptedConnection<'solapi'>,
  message: { id: number; to: string },
  timeout?: number,
): Promise<SendConfirmation | null> {
  const [keys, now] = [messageKeys(message), clock.now()]
  let startKey = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      to: message.to,
      startDate: timeAfter(now, -hoursInMs(SEARCHED_HOURS)).toISOString(),
      endDate: timeAfter(now, hoursInMs(1)).toISOString(),
      limit: String(PAGE_SIZE),
      ...(startKey && { startKey }),
    })
    const answer = await callSolapi(connection, { path: `/messages/v4/list?${query}`, timeout })
    const { messageList, nextKey } = answer.body
    if (refusalSentence(answer) !== null || typeof messageList !== 'object' || messageList === null)
      throw new SyntaxError('Solapi has not said whether it has the message')
    const found = Object.values(asObject(messageList))
      .map(asObject)
      .find(
        (each) =>
          keys.includes(String(asObject(each.customFields)[MESSAGE_KEY_FIELD])) &&
          /^[234]/.test(String(each.statusCode)),
      )
    if (found && isGroupId(found.groupId)) return { groupId: found.groupId, sentAs: sentAsOf(found) }
    if (typeof nextKey !== 'string' || nextKey === '') return null
    startKey = nextKey
  }
  throw new SyntaxError('Solapi has too many messages to this number')
}

import type { AttemptOutcome } from './labels.ts'
import {
  errorMessageOf,
  isObjectOrList,
  MAX_SHORT_TEXT,
  type ProviderReply,
  readRemoteId,
  shortTextOf,
} from './rules.ts'

/** Outcome of one delivery attempt, and what the worker does next. */
export type SendingOutcome = {
  outcome: AttemptOutcome
  providerOrderId?: string
  error?: string
  /** Seconds until the order is sent again; absent if it isn't sent again automatically. */
  retryIn?: number
  /**
   * True for a failure that isn't specific to this order; it counts as a failure of the provider
   * (`noteProviderFailure`).
   */
  providerFault?: boolean
  /**
   * True if a task (DELIVERY_REFUSED) is filed for staff, unless they have begun or ended the order meanwhile. False for
   * an unknown outcome, for which a task of another kind is filed.
   */
  needsStaff?: boolean
  /** True if the provider refused this order for now, because it still has an earlier order for the same link. */
  waitsForLink?: boolean
}

type RefusalOutcome = Omit<SendingOutcome, 'error'>

const HOUR_SECONDS = 3_600

/** A failure of the provider that passes by itself: the order is sent again after 30 seconds. */
const busyOutcome = { outcome: 'UNSENT', retryIn: 30, providerFault: true } as const satisfies RefusalOutcome

const platforms =
  'instagram|insta|tiktok|tik tok|facebook|youtube|twitter|telegram|threads|linkedin|twitch|spotify|snapchat|pinterest|discord|naver'

// Error messages about the order's link, about the account or post that it leads to, or about too few comments, posts
// and the like. These patterns are tried before all others, because the same words often mean a failure of the provider
// in other messages: '… account …', '… and try again', 'insufficient …'.
const linkRefusals: readonly RegExp[] = [
  /\b(bad|invalid|incorrect|wrong|broken|unsupported)[ _-]?(link|url|user ?name|profile)\b/i,
  /\b(link|url|user ?name)\b (is |was )?(not (valid|found|supported)|invalid|incorrect|wrong|broken)\b/i,
  /\bprivate\b|\bage.?restrict/i,
  /\b(accounts?|profile|page|channel|group)\b.*\bpublic\b/i,
  /\b(profile|channel|post|video|media|reel|tweet|story)\b (is |was |has been )?(not found|unavailable|deleted|removed|does(n.?t| not) exist)\b/i,
  new RegExp(
    `\\b(${platforms}|target|linked|this|that) accounts?\\b.{0,30}\\b(not (be )?(found|exist)|(doesn|don|didn).?t exist|no longer exists?|deleted|removed)\\b`,
    'i',
  ),
  new RegExp(`\\b(${platforms}|target|linked) accounts?\\b.{0,30}\\b(suspended|banned|disabled|blocked)\\b`, 'i'),
  /\binsufficient (number of )?(comments?|quantity|posts?|followers|subscribers|likes|views|usernames?)\b/i,
]

/** Error messages about the provider's API, or about the key, token or password with which the shop calls it. */
const accessErrors = /\bapi\b|api.?key|\bkey\b|\btoken\b|\bpassword\b/i

/**
 * True if a provider's error message refuses an order because of its link, or for another reason that `linkRefusals`
 * match.
 */
export const isLinkRefusal = (error: string): boolean =>
  !accessErrors.test(error) && linkRefusals.some((pattern) => pattern.test(error))

// Error messages about the shop's own account at the provider. Other messages about an account may be about the account
// that the link leads to.
const ownAccountErrors =
  /\byour (panel |reseller |api |user )?account\b|\baccount\b.*\b(suspended|disabled|deactivated|inactive|not activ(e|ated)|blocked|banned|frozen|locked|closed|expired|terminated|restricted|limited|unverified|verif(y|ied|ication)|confirm(ed)?|approv(ed|al)|permissions?)\b/i

// For an error message that doesn't refuse the link, the first pattern that matches it gives the outcome of the
// attempt. If none matches, a task is filed, and the order is sent again after an hour.
const refusalPatterns: readonly [pattern: RegExp, sending: RefusalOutcome][] = [
  [/\b(funds?|balance|money|credits?|insufficient)\b/i, { outcome: 'NO_FUNDS', retryIn: 300 }],
  [/too many|rate limit|\bbusy\b|maintenance|try again|temporar/i, busyOutcome],
  [
    /api.?key|\bkey\b|unauthori[sz]ed|forbidden|access denied|\bip\b/i,
    { ...busyOutcome, retryIn: 300, needsStaff: true },
  ],
  [/active order|already.*\border\b/i, linkInUseOutcome()],
  [ownAccountErrors, { ...busyOutcome, retryIn: 300, needsStaff: true }],
  [/duplicate|already|wait until|in progress/i, linkInUseOutcome()],
  [
    /link|\burl\b|username|private|quantity|\bmin|\bmax|comments?\b|hashtags?\b|keywords?\b|answer.?number|country\b|device\b|traffic\b|\bposts\b|\bdelay\b|expiry/i,
    { outcome: 'REFUSED' },
  ],
  [/service/i, { outcome: 'REFUSED' }],
]

function linkInUseOutcome(): RefusalOutcome {
  return { outcome: 'UNSENT', retryIn: HOUR_SECONDS / 2, waitsForLink: true }
}

/** Outcome for an error message, derived from its words alone. */
function outcomeOfMessage(error: string): RefusalOutcome {
  if (isLinkRefusal(error)) return { outcome: 'REFUSED' }
  const match = refusalPatterns.find(([pattern]) => pattern.test(error))
  return match?.[1] ?? { outcome: 'UNSENT', retryIn: HOUR_SECONDS, needsStaff: true }
}

/** True for an outcome that stops or delays other orders at the provider too. */
const concernsProvider = ({ outcome, providerFault = false }: RefusalOutcome): boolean =>
  outcome === 'NO_FUNDS' || providerFault

const alphanumerics = /[\p{L}\p{N}]+/gu

/** The text with its percent-encoded characters decoded; bytes that aren't valid UTF-8 become U+FFFD. */
const percentDecoded = (text: string): string =>
  text.replace(/(%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))

/**
 * Matches the last word of a message, also if U+FFFD follows because `shortTextOf` cut the message within a character.
 */
const lastWord = /[\p{L}\p{N}]+(?=\uFFFD?$)/u

/**
 * Removes from the message all words that occur in these texts, as they are or percent-decoded. If the message was cut
 * off, also removes its last word if that is the beginning of a word of these texts.
 */
function withoutGivenTexts(texts: readonly string[], message: string): string {
  const given = new Set(
    texts.flatMap((text) => `${text} ${percentDecoded(text)}`.toLowerCase().match(alphanumerics) ?? []),
  )
  const others = message.replace(alphanumerics, (word) => (given.has(word.toLowerCase()) ? '' : word))
  if (message.length < MAX_SHORT_TEXT) return others
  return others.replace(lastWord, (word) =>
    [...given].some((each) => each.startsWith(word.toLowerCase())) ? '' : word,
  )
}

/**
 * Derives the outcome of an attempt from a provider's error message (docs/contract.md#delivery). `given` are the texts
 * that the member entered with the order, which the message may repeat. If the outcome would stop or delay other orders
 * at the provider, it is derived again from the message without the words of `given`. Otherwise a link such as
 * instagram.com/balance would stop the orders of all members.
 */
export function readRefusal(error: string, given: readonly string[] = []): SendingOutcome {
  const refusal = outcomeOfMessage(error)
  return { ...(concernsProvider(refusal) ? outcomeOfMessage(withoutGivenTexts(given, error)) : refusal), error }
}

const unknownOutcome = (error: string): SendingOutcome => ({ outcome: 'UNKNOWN', error, providerFault: true })

/**
 * Derives the outcome of an attempt from the provider's reply (docs/contract.md#delivery). An error message means that
 * the order wasn't accepted. The outcome is unknown after a time-out, a 5xx, an unreadable response, or a response with
 * both an error message and an order id. For `given` see `readRefusal`.
 */
export function readSendingOutcome(reply: ProviderReply, given: readonly string[] = []): SendingOutcome {
  if (reply.kind === 'unsent') return { ...busyOutcome, error: reply.error }
  if (reply.kind === 'unclear') return unknownOutcome(reply.error)
  if (reply.status === 429) return { ...busyOutcome, error: 'HTTP 429' }
  if (reply.status >= 500) return unknownOutcome(`HTTP ${reply.status}`)
  const value = Array.isArray(reply.value) && reply.value.length === 1 ? reply.value[0] : reply.value
  const error = errorMessageOf(value)
  const id = isObjectOrList(value) ? readRemoteId(value.order ?? value.order_id ?? value.orderId) : null
  if (id && !error && reply.status < 300) return { outcome: 'SENT', providerOrderId: id }
  if (id || error === null) return unknownOutcome(`HTTP ${reply.status}: ${shortTextOf(reply.value)}`)
  return readRefusal(error, given)
}

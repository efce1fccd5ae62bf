/**
 * Parameters that an order of each type must have besides key, action, service and link, as other panels document them.
 * Written by hand, not derived from lib/catalog/service-types.ts, in order to check the requests that the shop makes by
 * that file.
 */
const parametersByType = {
  Default: 'quantity',
  Package: '',
  'Custom Comments': 'comments',
  'Custom Comments Package': 'comments',
  Mentions: 'quantity usernames',
  'Mentions with Hashtags': 'quantity usernames hashtags',
  'Mentions Custom List': 'usernames',
  'Mentions Hashtag': 'quantity hashtag',
  'Mentions User Followers': 'quantity username',
  'Mentions Media Likers': 'quantity media',
  'Comment Likes': 'quantity username',
  'Comment Replies': 'username comments',
  Poll: 'quantity answer_number',
  'Invites from Groups': 'quantity groups',
  SEO: 'quantity keywords',
  'Web Traffic': 'quantity country device type_of_traffic',
  Subscriptions: 'username min max posts delay',
}

type FakeType = keyof typeof parametersByType

const types = Object.keys(parametersByType) as FakeType[]

/** Id of the first of `servicesOfEachType`. */
const FIRST_TYPED_ID = 101

/** One service of each type for the fake provider's list, with ids from 101. */
export const servicesOfEachType = types.map((type, at) => ({
  service: FIRST_TYPED_ID + at,
  name: type,
  type,
  category: 'Instagram',
  rate: /Package/.test(type) ? '500' : '1000',
  min: 1,
  max: /Package/.test(type) ? 1 : 10_000,
}))

/** Id of the service of this type among `servicesOfEachType`. */
export const serviceIdOfType = (type: FakeType): string => String(FIRST_TYPED_ID + types.indexOf(type))

const linesOf = (text: string | undefined): number => (text ?? '').split(/\r?\n/).filter(Boolean).length

type Fields = Readonly<Record<string, string>>

/** Additional parameter of a Web Traffic order, by its type of traffic; '' for none. */
const trafficParameter: Record<string, string> = { 1: 'google_keyword', 2: 'referring_url', 3: '' }

/** Parameters of a subscription that other panels document as optional. */
const optionalParameters = ['old_posts', 'expiry']

/**
 * Checks the parameters of an order of one of `servicesOfEachType`. Returns an error if they aren't exactly the
 * documented ones; null if they are, or if the order is of another service.
 */
export function parameterError({ key: _, action: __, service, link, ...sent }: Fields): string | null {
  const type = types[Number(service) - FIRST_TYPED_ID]
  if (!type) return null
  if (type === 'Subscriptions' && link !== undefined) return 'Incorrect link: Subscriptions wants none'
  const trafficDetail = type === 'Web Traffic' ? ` ${trafficParameter[sent.type_of_traffic ?? ''] ?? ''}` : ''
  const expected = `${parametersByType[type]}${trafficDetail}`.split(' ').filter(Boolean).sort().join(' ')
  const actual = Object.keys(sent)
    .filter((name) => type !== 'Subscriptions' || !optionalParameters.includes(name))
    .sort()
    .join(' ')
  return expected === actual ? null : `Incorrect comments or quantity: ${type} wants ${expected}, not ${actual}`
}

/**
 * Quantity of an order by its parameters: the quantity sent, else the number of its lines. It is 1 for a package, and
 * for a subscription the maximum for all posts.
 */
export function orderedQuantity({ service, quantity, comments, usernames, ...sent }: Fields): number {
  if (quantity !== undefined) return Number(quantity)
  const type = types[Number(service) - FIRST_TYPED_ID]
  if (type === 'Subscriptions') return Number(sent.max) * (Number(sent.posts) + Number(sent.old_posts ?? 0))
  return !type || /Package/.test(type) ? 1 : linesOf(comments ?? usernames)
}

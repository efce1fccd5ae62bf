/**
 * Parameters besides key, action, service and link that panels document for an order of each type, as the fake provider
 * demands them. Written by hand, not derived from lib/catalog/service-types.ts, whose requests are checked with it.
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

const FIRST_TYPED = 101

/** The services in the fake provider's list that have a type: one of each, numbered from 101. */
export const servicesOfEachType = types.map((type, at) => ({
  service: FIRST_TYPED + at,
  name: type,
  type,
  category: 'Instagram',
  rate: /Package/.test(type) ? '500' : '1000',
  min: 1,
  max: /Package/.test(type) ? 1 : 10_000,
}))

/** The number of the fake provider's service of a type. */
export const typedServiceId = (type: FakeType): string => String(FIRST_TYPED + types.indexOf(type))

const linesOf = (text: string | undefined): number => (text ?? '').split(/\r?\n/).filter(Boolean).length

type Fields = Readonly<Record<string, string>>

/** The additional parameter of a Web Traffic order, by its type of traffic; '' for none. */
const trafficParameter: Record<string, string> = { 1: 'google_keyword', 2: 'referring_url', 3: '' }

/** Parameters that panels document for a subscription as optional. */
const optionalParameters = ['old_posts', 'expiry']

/** The error for an order of one of the typed services that hasn't exactly the documented parameters; else null. */
export function parameterError({ key: _, action: __, service, link, ...sent }: Fields): string | null {
  const type = types[Number(service) - FIRST_TYPED]
  if (!type) return null
  if (type === 'Subscriptions' && link !== undefined) return 'Incorrect link: Subscriptions wants none'
  const more = type === 'Web Traffic' ? ` ${trafficParameter[sent.type_of_traffic ?? ''] ?? ''}` : ''
  const wanted = `${parametersByType[type]}${more}`.split(' ').filter(Boolean).sort().join(' ')
  const got = Object.keys(sent)
    .filter((name) => type !== 'Subscriptions' || !optionalParameters.includes(name))
    .sort()
    .join(' ')
  return wanted === got ? null : `Incorrect comments or quantity: ${type} wants ${wanted}, not ${got}`
}

/** The quantity that an order has by its parameters: what it asks for, its lines, or 1 for a package. */
export function fakeQuantity({ service, quantity, comments, usernames, ...sent }: Fields): number {
  if (quantity !== undefined) return Number(quantity)
  const type = types[Number(service) - FIRST_TYPED]
  if (type === 'Subscriptions') return Number(sent.max) * (Number(sent.posts) + Number(sent.old_posts ?? 0))
  return !type || /Package/.test(type) ? 1 : linesOf(comments ?? usernames)
}

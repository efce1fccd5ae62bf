/**
 * Types of services, by their names in API v2: what an order of each type asks for besides its link, and where its
 * quantity comes from. The order form, the calls, the import of providers' lists, the delivery and the console all read
 * this declaration (docs/contract.md#service-types). Browser code may import this file.
 */
import { ratePerThousandText, type UnitPrice, unitPriceToNumber } from '#lib/money/prices.ts'
import {
  answerNumberField,
  commentOwnerField,
  commentsField,
  type DetailField,
  followedAccountField,
  groupsField,
  hashtagField,
  hashtagsField,
  keywordsField,
  mediaField,
  type OrderDetailName,
  repliesField,
  usernamesField,
} from './detail-fields.ts'
import {
  lastDayField,
  leastPerPostField,
  mostPerPostField,
  newPostsField,
  oldPostsField,
  postDelayField,
  watchedAccountField,
} from './subscription-fields.ts'
import {
  countryField,
  deviceField,
  googleKeywordField,
  referringUrlField,
  typeOfTrafficField,
} from './traffic-fields.ts'

export type ServiceType = {
  /** Korean name, for staff. */
  label: string
  /**
   * Fields for the details of an order, in the sequence of the order form, where they are between link and quantity.
   */
  fields: readonly DetailField[]
  /**
   * Where an order's quantity comes from. ASKED: the member enters it. PACKAGE: it is always 1, and the unit price is
   * the price of the whole package. POSTS: it is the most that a subscription can deliver; the service's minimum and
   * maximum apply to each post. `linesOf`: it is the number of lines in this detail. Only for ASKED is the quantity
   * sent to providers.
   */
  quantity: 'ASKED' | 'PACKAGE' | 'POSTS' | { linesOf: OrderDetailName }
  /** If present, this detail is stored as the link: the order form has no field for a link, and no link is sent. */
  linkOf?: OrderDetailName
}

/** A type whose orders state their quantity. */
const asked = (label: string, ...fields: DetailField[]): ServiceType => ({ label, fields, quantity: 'ASKED' })
/** A type whose orders have as many units as lines in the detail `linesOf`. */
const counted = (label: string, linesOf: OrderDetailName, ...fields: DetailField[]): ServiceType => ({
  label,
  fields,
  quantity: { linesOf },
})
/** A type whose services are packages. */
const packaged = (label: string, ...fields: DetailField[]): ServiceType => ({ label, fields, quantity: 'PACKAGE' })

export const serviceTypes = {
  Default: asked('기본'),
  Package: packaged('패키지'),
  'Custom Comments': counted('직접 쓰는 댓글', 'comments', commentsField),
  'Custom Comments Package': packaged('직접 쓰는 댓글 패키지', commentsField),
  Mentions: asked('멘션', usernamesField),
  'Mentions with Hashtags': asked('멘션과 해시태그', usernamesField, hashtagsField),
  'Mentions Custom List': counted('멘션 (목록의 계정만)', 'usernames', usernamesField),
  'Mentions Hashtag': asked('멘션 (해시태그를 쓴 사람)', hashtagField),
  'Mentions User Followers': asked('멘션 (계정의 팔로워)', followedAccountField),
  'Mentions Media Likers': asked('멘션 (게시물에 좋아요한 사람)', mediaField),
  'Comment Likes': asked('댓글 좋아요', commentOwnerField),
  'Comment Replies': counted('댓글에 답글', 'comments', commentOwnerField, repliesField),
  Poll: asked('투표', answerNumberField),
  'Invites from Groups': asked('그룹에서 초대', groupsField),
  SEO: asked('검색 노출', keywordsField),
  'Web Traffic': asked(
    '웹사이트 방문',
    countryField,
    deviceField,
    typeOfTrafficField,
    googleKeywordField,
    referringUrlField,
  ),
  Subscriptions: {
    label: '구독',
    fields: [
      watchedAccountField,
      leastPerPostField,
      mostPerPostField,
      newPostsField,
      oldPostsField,
      postDelayField,
      lastDayField,
    ],
    quantity: 'POSTS',
    linkOf: 'username',
  },
} as const satisfies Record<string, ServiceType>

export type ServiceTypeName = keyof typeof serviceTypes

export const serviceTypeNames = Object.keys(serviceTypes) as [ServiceTypeName, ...ServiceTypeName[]]

export const serviceTypeOf = (name: ServiceTypeName): ServiceType => serviceTypes[name]

/** A type's name for staff, with the name that providers have for it: '투표 (Poll)'. */
export const typeLabel = (name: ServiceTypeName): string => `${serviceTypeOf(name).label} (${name})`

/** True if an order of this type is one package: its quantity is 1. */
export const isPackage = (name: ServiceTypeName): boolean => serviceTypeOf(name).quantity === 'PACKAGE'

/**
 * True if an order of this type is a subscription. It runs until its number of posts is reached, its last day is over,
 * or there was no post for 30 days (docs/contract.md#subscriptions).
 */
export const isSubscription = (name: ServiceTypeName): boolean => serviceTypeOf(name).quantity === 'POSTS'

/** True if the order form has a field for the link. False if a detail is used as the link (`linkOf`). */
export const hasLinkField = (name: ServiceTypeName): boolean => serviceTypeOf(name).linkOf === undefined

/** True if the order form has a field for the quantity. False if the quantity follows from the type or the details. */
export const hasQuantityField = (name: ServiceTypeName): boolean => serviceTypeOf(name).quantity === 'ASKED'

/**
 * True if a service of this type can have auto orders. An auto order repeats a link and a quantity, like the drip-feed
 * of API v2. Packages and types with further details are therefore excluded.
 */
export const canHaveAutoOrders = (name: ServiceTypeName): boolean => name === 'Default'

/** A type's name in lower case, without spaces and punctuation. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')

/** Types by their plain names (`plain`), with one further spelling that providers use. */
const nameByPlainName = new Map<string, ServiceTypeName>([
  ...serviceTypeNames.map((name) => [plain(name), name] as const),
  ['mentionsusersfollowers', 'Mentions User Followers'],
])

/**
 * The type that has this name in a provider's service list; case, spaces and punctuation don't matter. Null for an
 * unknown name.
 */
export const findServiceType = (name: string): ServiceTypeName | null => nameByPlainName.get(plain(name)) ?? null

/** `rate` of a service in our API v2, in won: the price of one package or, for other types, of 1,000 units. */
export const rateInApiV2 = (name: ServiceTypeName, unitPrice: UnitPrice): string =>
  isPackage(name) ? String(unitPriceToNumber(unitPrice)) : ratePerThousandText(unitPrice)

import { formatDayMonthYear, seoulDay } from '#lib/core/seoul-moment.ts'
import type { RawDetails } from '../order-details.ts'
import type { ServiceTypeName } from '../service-types.ts'

const lastDay = seoulDay(new Date(), 40)

/**
 * For each type, valid details of an order as a member would send them (`sent`), and the parameters besides `link` that
 * a provider must get (`parameters`). The quantity is 3 for types whose orders state it. Written by hand from other
 * panels' public documentation of API v2, not derived from lib/catalog/service-types.ts, so that tests can compare the
 * two.
 */
export const ordersByType: Record<ServiceTypeName, { sent: RawDetails; parameters: Record<string, string | number> }> =
  {
    Default: { sent: {}, parameters: { quantity: 3 } },
    Package: { sent: {}, parameters: {} },
    'Custom Comments': {
      sent: { comments: '좋아요\r\n\r\n 멋져요 👍🏽' },
      parameters: { comments: '좋아요\n멋져요 👍🏽' },
    },
    'Custom Comments Package': { sent: { comments: ['첫째', '둘째'] }, parameters: { comments: '첫째\n둘째' } },
    Mentions: { sent: { usernames: '@a, b c' }, parameters: { quantity: 3, usernames: '@a\nb\nc' } },
    'Mentions with Hashtags': {
      sent: { usernames: ['a', 'b'], hashtags: '#봄 #여름' },
      parameters: { quantity: 3, usernames: 'a\nb', hashtags: '#봄\n#여름' },
    },
    'Mentions Custom List': { sent: { usernames: 'a\nb\nc' }, parameters: { usernames: 'a\nb\nc' } },
    'Mentions Hashtag': { sent: { hashtag: '봄' }, parameters: { quantity: 3, hashtag: '봄' } },
    'Mentions User Followers': { sent: { username: 'some.body' }, parameters: { quantity: 3, username: 'some.body' } },
    'Mentions Media Likers': {
      sent: { media: 'https://www.instagram.com/p/abc/' },
      parameters: { quantity: 3, media: 'https://www.instagram.com/p/abc/' },
    },
    'Comment Likes': { sent: { username: 'writer' }, parameters: { quantity: 3, username: 'writer' } },
    'Comment Replies': {
      sent: { username: 'writer', comments: '네\n아니요' },
      parameters: { username: 'writer', comments: '네\n아니요' },
    },
    Poll: { sent: { answerNumber: '2' }, parameters: { quantity: 3, answer_number: 2 } },
    'Invites from Groups': {
      sent: { groups: 'https://t.me/one https://t.me/two' },
      parameters: { quantity: 3, groups: 'https://t.me/one\nhttps://t.me/two' },
    },
    SEO: { sent: { keywords: '강남 맛집\n서울 여행' }, parameters: { quantity: 3, keywords: '강남 맛집\n서울 여행' } },
    'Web Traffic': {
      sent: { country: 'KR', device: 5, typeOfTraffic: 1, googleKeyword: '꽃집', referringUrl: 'https://ignored.kr' },
      parameters: { quantity: 3, country: 'KR', device: 5, type_of_traffic: 1, google_keyword: '꽃집' },
    },
    Subscriptions: {
      sent: { username: ' some.body ', min: '1', max: 1, posts: 2, oldPosts: 1, delay: 30, expiry: lastDay },
      parameters: {
        username: 'some.body',
        min: 1,
        max: 1,
        posts: 2,
        old_posts: 1,
        delay: 30,
        expiry: formatDayMonthYear(lastDay),
      },
    },
  }

/** The quantity of each order of `ordersByType`: 3, the number of its lines or posts, or 1 for a package. */
export const quantityByType: Record<ServiceTypeName, number> = {
  Default: 3,
  Package: 1,
  'Custom Comments': 2,
  'Custom Comments Package': 1,
  Mentions: 3,
  'Mentions with Hashtags': 3,
  'Mentions Custom List': 3,
  'Mentions Hashtag': 3,
  'Mentions User Followers': 3,
  'Mentions Media Likers': 3,
  'Comment Likes': 3,
  'Comment Replies': 2,
  Poll: 3,
  'Invites from Groups': 3,
  SEO: 3,
  'Web Traffic': 3,
  Subscriptions: 3,
}

/** The link parameter that a provider must get for an order of this type; a subscription has none. */
export const linkParameter = (type: ServiceTypeName, link: string): { link?: string } =>
  type === 'Subscriptions' ? {} : { link }

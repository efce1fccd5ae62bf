import { expect, test } from 'vitest'
import { findLinkInPastedText, type LinkContext, linkAdviceFor } from './link-advice.ts'

const followers = { id: 10, text: '한국인 팔로워' }
const likes = { id: 11, text: '한국인 좋아요' }
const context: LinkContext = {
  platforms: [
    { id: 1, text: '인스타그램' },
    { id: 2, text: '유튜브' },
    { id: 15, text: '웹사이트' },
  ],
  platform: { id: 1, text: '인스타그램' },
  categories: [followers, likes],
  category: followers,
}

test.each([
  ['봐줘 https://www.instagram.com/p/a/?igsh=1', { link: 'https://www.instagram.com/p/a/', platform: null }],
  ['www.instagram.com/seoul', { link: 'https://www.instagram.com/seoul', platform: null }],
  ['제 계정 @seoul.cafe', { link: 'https://www.instagram.com/seoul.cafe/', platform: null }],
  ['https://youtu.be/abc?si=1', { link: 'https://youtu.be/abc', platform: { id: 2, text: '유튜브' } }],
  ['@seoul.cafe', null],
  ['https://x.com/a/status/1', null],
  ['https://my-shop.kr/item', null],
  ['아무 말', null],
])('the pasted text %s is interpreted as %o', (text, expected) =>
  expect(findLinkInPastedText(text, context)).toEqual(expected),
)

test('the hint names what a link leads to, and the categories that fit it better', () => {
  expect(linkAdviceFor('', context)).toMatchObject({ tone: 'plain', text: '인스타그램 주소를 그대로 붙여 넣어 주세요' })
  expect(linkAdviceFor('@seoul', context)).toMatchObject({
    text: '인스타그램 프로필 · instagram.com/seoul',
    categories: [],
  })
  const post = linkAdviceFor('https://www.instagram.com/p/a/', context)
  expect(post).toMatchObject({ tone: 'plain', text: '인스타그램 게시물 · instagram.com/p/a', categories: [likes] })
  expect(linkAdviceFor('https://www.instagram.com/p/a/', { ...context, category: likes })?.categories).toEqual([])
})

test('a link of another platform, or text that is no link, gets a warning', () => {
  expect(linkAdviceFor('https://youtu.be/abc', context)).toMatchObject({ tone: 'warn', platform: { id: 2 } })
  expect(linkAdviceFor('https://my-shop.kr/item', context)).toMatchObject({ tone: 'warn', platform: null })
  expect(linkAdviceFor('무슨 말', context)).toMatchObject({ tone: 'warn', platform: null })
})

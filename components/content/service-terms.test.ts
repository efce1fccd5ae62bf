import { expect, test } from 'vitest'
import { collectionArticles, rightsArticles } from './privacy-policy.ts'
import { dutyArticles } from './service-terms-duties.ts'
import { generalArticles } from './service-terms-general.ts'
import { paymentArticles } from './service-terms-payment.ts'

const terms = [...generalArticles('회사이름'), ...paymentArticles, ...dutyArticles]
const textOf = (articles: readonly { parts: readonly (string | readonly string[])[] }[]) =>
  articles.flatMap(({ parts }) => parts.flat()).join('\n')

test('the terms have twenty-one articles, and the article on refunds is the one that others name', () => {
  expect(terms).toHaveLength(21)
  expect(new Set(terms.map(({ title }) => title)).size).toBe(21)
  expect(textOf(terms)).toContain('제13조에 따라 환불을')
  expect(terms[12]?.title).toBe('환불')
})

test('the terms say what the contract’s legal facts say', () => {
  for (const fact of ['회사이름', '30일 전', '72시간', '언팔로우 확인 서비스', '3일 안에', '최근 3개월', '1년 넘게'])
    expect(textOf(terms)).toContain(fact)
  expect(textOf(terms)).toContain('경고, 일시정지, 영구정지')
})

test('the policy names what is collected and how its changes are told', () => {
  const policy = textOf([...collectionArticles('회사이름'), ...rightsArticles])
  for (const fact of ['아이디, 비밀번호, 이메일', '입금자명', '시행일 7일 전부터 메인 배너', '2021년 6월 20일'])
    expect(policy).toContain(fact)
})

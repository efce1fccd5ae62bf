import { expect, test } from 'vitest'
import { findLegalIssue, parseLegal, type TermsKind } from '#lib/content/rules.ts'
import { builtInTermsVersions } from './terms-versions.ts'

const bodyOf = (kind: TermsKind) => builtInTermsVersions.find((version) => version.kind === kind)?.body ?? ''
const terms = bodyOf('service')
const policy = bodyOf('privacy')

test('the terms have 21 articles, and the one on refunds has the number that another article refers to', () => {
  const articles = parseLegal(terms)
  expect(articles).toHaveLength(21)
  expect(new Set(articles.map(({ title }) => title)).size).toBe(21)
  expect(terms).toContain('제13조에 따라 환불을')
  expect(articles[12]?.title).toBe('환불')
})

test('the terms contain the legal facts of the contract', () => {
  for (const fact of ['{회사}', '30일 전', '72시간', '언팔로우 확인 서비스', '3일 안에', '최근 3개월', '1년 넘게'])
    expect(terms).toContain(fact)
  expect(terms).toContain('경고, 일시정지, 영구정지')
})

test('the policy names what is collected and retained, whom to ask, and how its changes are announced', () => {
  for (const fact of ['아이디, 비밀번호, 이메일', '입금자명', '시행일 7일 전부터 메인 배너', '2021년 6월 20일'])
    expect(policy).toContain(fact)
  expect(policy).toContain('| 본인확인에 관한 기록 | 정보통신망 이용촉진 및 정보보호 등에 관한 법률 | 6개월 |')
  expect(parseLegal(policy).at(-1)?.parts).toContainEqual({ contact: true })
})

test('both texts pass the check of texts that staff write', () => {
  for (const text of [terms, policy]) expect(findLegalIssue(text)).toBeNull()
})

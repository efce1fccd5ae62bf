import { expect, test } from 'vitest'
import { announcedTerms, sinceText, type TermsVersion, termsVersions } from './terms-versions.ts'

const service: TermsVersion = { path: '/terms/service', name: '이용약관', since: '2027-01-31' }
const privacy: TermsVersion = { path: '/terms/privacy', name: '개인정보처리방침', since: '2027-01-31' }
const announced = (seoul: string) =>
  announcedTerms(Date.parse(`${seoul}+09:00`), [service, privacy]).map(({ path }) => path)

test('terms are announced 30 days ahead, the privacy policy 7, both until they hold', () => {
  expect(announced('2026-12-31T23:59:59')).toEqual([])
  expect(announced('2027-01-01T00:00:00')).toEqual(['/terms/service'])
  expect(announced('2027-01-23T23:59:59')).toEqual(['/terms/service'])
  expect(announced('2027-01-24T00:00:00')).toEqual(['/terms/service', '/terms/privacy'])
  expect(announced('2027-01-30T23:59:59')).toEqual(['/terms/service', '/terms/privacy'])
  expect(announced('2027-01-31T00:00:00')).toEqual([])
})

test('what has held for years is announced no more', () => {
  expect(announcedTerms(Date.parse('2026-11-21T00:00:00+09:00'))).toEqual([])
  expect(termsVersions.map(({ since }) => sinceText(since))).toEqual(['2021년 6월 20일', '2021년 6월 20일'])
})

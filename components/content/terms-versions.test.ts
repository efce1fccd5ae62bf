import { expect, test } from 'vitest'
import {
  builtInTermsVersions,
  effectiveDateText,
  findAnnouncedTerms,
  findReadableTerms,
  type TermsVersion,
  termsVersionToShow,
} from './terms-versions.ts'

const next: TermsVersion = { kind: 'service', since: '2027-01-31', body: '# 목적\n다음 약관' }
const policy: TermsVersion = { kind: 'privacy', since: '2027-01-31', body: '# 목적\n다음 방침' }
const at = (seoul: string) => Date.parse(`${seoul}+09:00`)
const announced = (seoul: string) => findAnnouncedTerms(at(seoul), [next, policy]).map(({ kind }) => kind)

test('terms are announced from 30 days before they are in force, the privacy policy from 7 days before', () => {
  expect(announced('2026-12-31T23:59:59')).toEqual([])
  expect(announced('2027-01-01T00:00:00')).toEqual(['service'])
  expect(announced('2027-01-24T00:00:00')).toEqual(['service', 'privacy'])
  expect(announced('2027-01-30T23:59:59')).toEqual(['service', 'privacy'])
  expect(announced('2027-01-31T00:00:00')).toEqual([])
})

test('versions that have been in force for years aren’t announced', () => {
  expect(findAnnouncedTerms(at('2026-11-21T00:00:00'), builtInTermsVersions)).toEqual([])
  expect(builtInTermsVersions.map(({ since }) => effectiveDateText(since))).toEqual([
    '2021년 6월 20일',
    '2021년 6월 20일',
  ])
})

test('a new version can be read once it is announced, and the old ones still can', () => {
  const days = (seoul: string) => findReadableTerms('service', [next, policy], at(seoul)).map(({ since }) => since)
  expect(days('2026-12-31T12:00:00')).toEqual(['2021-06-20'])
  expect(days('2027-01-01T12:00:00')).toEqual(['2027-01-31', '2021-06-20'])
  expect(days('2028-01-01T12:00:00')).toEqual(['2027-01-31', '2021-06-20'])
})

test('the version in force is shown, or any other readable one that the URL asks for', () => {
  const shown = (asked: string, seoul: string) => {
    const now = at(`${seoul}T12:00:00`)
    return termsVersionToShow(findReadableTerms('service', [next], now), asked, now)?.since
  }
  expect(shown('', '2027-01-30')).toBe('2021-06-20')
  expect(shown('2027-01-31', '2027-01-30')).toBe('2027-01-31')
  expect(shown('', '2027-01-31')).toBe('2027-01-31')
  expect(shown('2021-06-20', '2027-02-01')).toBe('2021-06-20')
  for (const wrong of ['2027-01-31', "' OR 1", '__proto__']) expect(shown(wrong, '2026-12-01')).toBe('2021-06-20')
})

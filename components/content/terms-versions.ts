import { seoulTime } from '../ui/seoul-time.ts'

export interface TermsVersion {
  readonly path: '/terms/service' | '/terms/privacy'
  readonly name: string
  /** The day in Seoul from which it holds, as YYYY-MM-DD. */
  readonly since: string
}

/** Spec 1: terms are announced 30 days ahead, the privacy policy 7. */
const daysAhead: Record<TermsVersion['path'], number> = { '/terms/service': 30, '/terms/privacy': 7 }

/** Every version there was, and those to come: a text that is to change gets its line here first, and so its banner. */
export const termsVersions: readonly TermsVersion[] = [
  { path: '/terms/service', name: '이용약관', since: '2021-06-20' },
  { path: '/terms/privacy', name: '개인정보처리방침', since: '2021-06-20' },
]

const DAY = 86_400_000

/** '2021년 6월 20일'. */
export const sinceText = (since: string): string => {
  const [year, month, day] = since.split('-').map(Number)
  return `${year}년 ${month}월 ${day}일`
}

/** What is to be announced today: the versions that don't hold yet and whose time of notice has begun. `now` in milliseconds. */
export function announcedTerms(now: number, versions = termsVersions): readonly TermsVersion[] {
  const today = Date.parse(seoulTime(now).slice(0, 10))
  return versions.filter(({ path, since }) => {
    const ahead = (Date.parse(since) - today) / DAY
    return ahead > 0 && ahead <= daysAhead[path]
  })
}

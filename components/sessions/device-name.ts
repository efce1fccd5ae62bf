// The first match wins, so the order matters: the user agents of Edge, Whale and Samsung Internet also contain Chrome,
// and Chrome's also contains Safari.
const browserPatterns = [
  [/KAKAOTALK/i, '카카오톡'],
  [/Whale\//, '웨일'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systemPatterns = [
  [/iPhone/, '아이폰'],
  [/iPad/, '아이패드'],
  [/Android/, '안드로이드'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
] as const

const firstMatchingName = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Name of a session's device and browser, from its User-Agent. */
export function deviceName(userAgent: string): string {
  const parts = [firstMatchingName(systemPatterns, userAgent), firstMatchingName(browserPatterns, userAgent)].filter(
    Boolean,
  )
  return parts.join(' · ') || '알 수 없는 기기'
}

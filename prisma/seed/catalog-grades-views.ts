import type { Grade } from './catalog-table.ts'

export const viewGrades: Grade[] = [
  { name: '{p} {k} 최저가 — 대량 주문용', percent: 100, pace: 200, auto: true, min: 1_000 },
  { name: '{p} {k} — 즉시 시작, 이탈 없음', percent: 160, auto: true, starts: '1분' },
  { name: '{p} {k} 고속 — 하루 {day}', percent: 210, pace: 400, auto: true },
  {
    name: '{p} {k} 자연 증가형 — 하루 {day} 안팎',
    percent: 190,
    pace: 1,
    max: 500_000,
    auto: true,
    note: '하루에 걸쳐 고르게 늘어나 통계가 자연스러워요.',
  },
]

export const koreanViewGrades: Grade[] = [
  {
    name: '🇰🇷 {p} 한국인 {n} — 국내 접속 100%',
    percent: 100,
    auto: true,
    note: '국내 통신사에서 접속한 이용자로 작업해요.',
  },
  {
    name: '🇰🇷 {p} 한국인 {n} 고유지 — 절반 이상 시청',
    percent: 185,
    pace: 40,
    note: '평균 시청 비율이 50%를 넘어요.',
  },
  { name: '🇰🇷 {p} 한국인 {n} 천천히 — 하루 {day}', percent: 125, pace: 5, auto: true },
  { name: '🇰🇷 {p} 한국인 {n} (모바일 90% 이상)', percent: 115, auto: true },
]

export const watchTimeViewGrades: Grade[] = [
  { name: '{p} {k} — 30초 이상 시청', percent: 100, auto: true },
  { name: '{p} {k} 고유지 — 1~3분 시청', percent: 170, pace: 50, note: '시청 지속 시간이 함께 올라가요.' },
  { name: '{p} {k} — 추천 영상에서 유입', percent: 145, pace: 60, note: '통계에 추천 동영상 유입으로 잡혀요.' },
  { name: '{p} {k} — 검색에서 유입', percent: 160, pace: 40, note: '통계에 검색 유입으로 잡혀요.' },
]

export const countryViewGrades: Grade[] = [
  { name: '🇯🇵 {p} 일본 {n}', percent: 380, pace: 20, max: 1_000_000, auto: true },
  { name: '🇺🇸 {p} 미국 {n}', percent: 340, pace: 20, max: 1_000_000, auto: true },
  { name: '{p} 대만 {n} 🇹🇼', percent: 330, pace: 10, max: 500_000 },
]

/** A grade whose live viewers watch for the time `time`, a text such as '30분'. */
const stayingGrade = (time: string, percent: number, readOnly = false): Grade => ({
  name: `{p} {k} ${time} 유지`,
  percent,
  readOnly,
  note: `방송이 켜져 있는 동안 ${time} 머물러요. 도중에 방송이 끝나면 남은 시간은 돌려 드리지 않아요.`,
})

export const liveViewerGrades: Grade[] = [
  stayingGrade('30분', 100),
  stayingGrade('1시간', 175),
  stayingGrade('2시간', 310),
  stayingGrade('3시간', 430),
  stayingGrade('6시간', 760),
]

export const longLiveViewerGrades: Grade[] = [stayingGrade('12시간', 1_380), stayingGrade('24시간', 2_500, true)]

export const playGrades: Grade[] = [
  { name: '{p} {k} — 이탈 없는 기본 상품', percent: 100, auto: true },
  { name: '{p} {k} 프리미엄 — 끝까지 재생', percent: 190, pace: 50, auto: true },
  { name: '🇺🇸 {p} 미국 {n}', percent: 175, pace: 40, auto: true },
  { name: '🇰🇷 {p} 한국 {n}', percent: 340, pace: 10, max: 100_000, auto: true },
  { name: '{p} {k} 천천히 — 하루 {day}', percent: 120, pace: 2, auto: true },
]

export const watchHourGrades: Grade[] = [
  {
    name: '{p} {k} — 60분 이상 영상용, 30일 AS',
    percent: 100,
    refill: 30,
    note: '60분이 넘는 공개 영상이 필요해요.',
  },
  {
    name: '{p} {k} — 30분 이상 영상용, 30일 AS',
    percent: 135,
    refill: 30,
    note: '30분이 넘는 공개 영상이 필요해요.',
  },
  {
    name: '{p} {k} — 15분 이상 영상용, 30일 AS',
    percent: 180,
    refill: 30,
    note: '15분이 넘는 공개 영상이 필요해요.',
  },
  { name: '🇰🇷 {p} 한국인 {n} — 60일 AS', percent: 290, pace: 50, refill: 60, note: '국내 이용자의 시청으로 채워요.' },
]

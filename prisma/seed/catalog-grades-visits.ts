import type { Grade } from './catalog-table.ts'

export const localVisitGrades: Grade[] = [
  { name: '{p} {k} — 국내 접속 100%', percent: 100, auto: true },
  {
    name: '{p} {k} 검색 유입형 — 키워드 검색 후 방문',
    percent: 165,
    pace: 30,
    max: 50_000,
    note: '글 제목에 들어 있는 핵심 단어로 검색해 들어와요.',
  },
  { name: '{p} {k} 체류형 — 평균 2분 머무름', percent: 195, pace: 30, max: 50_000, auto: true },
  { name: '{p} {k} (모바일 80% 이상)', percent: 120, auto: true },
  {
    name: '{p} {k} 하루 {day} 꾸준히',
    percent: 130,
    pace: 3,
    max: 30_000,
    auto: true,
    note: '새벽을 뺀 시간대에 고르게 나누어 방문해요.',
  },
]

export const visitSourceGrades: Grade[] = [
  { name: '{p} {k} — 네이버 검색 유입', percent: 140, pace: 30, auto: true },
  { name: '{p} {k} — 구글 검색 유입', percent: 120, pace: 50, auto: true },
  { name: '{p} {k} — 인스타그램 유입', percent: 115, auto: true },
  { name: '{p} {k} — 유튜브 유입', percent: 115, auto: true },
  { name: '{p} {k} — 카카오톡 공유 유입', percent: 135, pace: 30 },
]

/** Variants in which website visits from abroad are sold. */
export const worldVisitGrades: Grade[] = [
  { name: '{p} {k} 기본 — 여러 나라', percent: 100, auto: true },
  { name: '🇺🇸 {p} 미국 {n}', percent: 190, pace: 50, auto: true },
  { name: '🇯🇵 {p} 일본 {n}', percent: 230, pace: 40, auto: true },
  { name: '{p} 베트남 {n} 🇻🇳', percent: 150, pace: 50, auto: true },
  { name: '{p} 유럽 {n} (독일·프랑스·영국)', percent: 210, pace: 40 },
  { name: '{p} {k} 체류형 — 평균 3분, 두 페이지 이상', percent: 260, pace: 30, max: 100_000 },
]

/** Grades of followers and reactions on Korean platforms: neighbours, friends, saves, hearts. */
export const localFollowerGrades: Grade[] = [
  { name: '{p} {k} — 국내 계정 100%', percent: 100, refill: 30, auto: true, max: 5_000 },
  { name: '{p} {k} 실속형 — AS 없음', percent: 70, refill: 0, auto: true, max: 10_000 },
  {
    name: '{p} {k} 장기 활동 계정 — 1년 이상',
    percent: 180,
    pace: 20,
    refill: 60,
    max: 2_000,
    note: '오래 활동한 계정만 골라 작업해요.',
  },
  { name: '{p} {k} 천천히 — 하루 {day} 안팎', percent: 125, pace: 2, refill: 30, max: 3_000, auto: true },
]

export const localAudienceGrades: Grade[] = [
  { name: '{p} {k} (여성 위주)', percent: 120, refill: 30, max: 3_000 },
  { name: '{p} {k} (30·40대 위주)', percent: 130, refill: 30, max: 3_000 },
]

export const groupMemberGrades: Grade[] = [
  { name: '{p} {k} 기본 — 오프라인 계정', percent: 100, refill: 0 },
  { name: '{p} {k} — 프로필 사진 있는 계정, 30일 AS', percent: 150, refill: 30 },
  { name: '{p} {k} 항상 접속 — 하루 종일 온라인', percent: 320, pace: 20, refill: 30, max: 5_000 },
  { name: '{p} {k} 저이탈 — 90일 AS', percent: 210, pace: 50, refill: 90 },
]

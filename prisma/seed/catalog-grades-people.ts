import type { Grade } from './catalog-table.ts'

export const koreanFollowerGrades: Grade[] = [
  {
    name: '{p} 리얼 {k} — 30일 AS, 프로필 사진 있는 계정',
    percent: 100,
    refill: 30,
    auto: true,
    note: '프로필 사진과 게시물이 있는 국내 계정으로 작업해요.',
  },
  {
    name: '{p} {k} 이코노미 — AS 없는 가성비 상품',
    percent: 62,
    refill: 0,
    auto: true,
    note: '가격을 가장 먼저 보시는 분께 권해요.',
  },
  {
    name: '{p} 프리미엄 {k} — 60일 AS, 최근 활동 계정 위주',
    percent: 165,
    refill: 60,
    note: '한 달 안에 활동한 기록이 있는 계정만 골라 작업해요.',
  },
  {
    name: '{p} {k} 안심 플랜 — 실제 활동 계정만 선별해 하루 {day}씩 자연스럽게 늘리고, 이탈하면 90일 동안 다시 채워 드려요',
    percent: 215,
    pace: 10,
    refill: 90,
    starts: '1시간',
    note: '급격한 증가가 부담스러운 계정에 알맞아요.',
  },
]

export const koreanAudienceGrades: Grade[] = [
  { name: '{p} {k} (여성 70% 이상)', percent: 117, refill: 30, min: 50, max: 10_000, auto: true },
  { name: '{p} {k} (남성 70% 이상)', percent: 117, refill: 30, min: 50, max: 10_000, auto: true },
  { name: '{p} {k} (20대 위주)', percent: 128, refill: 30, min: 50, max: 10_000 },
  { name: '{p} {k} (30·40대 위주)', percent: 134, refill: 30, min: 50, max: 8_000 },
]

export const koreanPaceGrades: Grade[] = [
  { name: '{p} {k} 고속 — 시간당 {hour}', percent: 135, pace: 400, refill: 30, min: 100, max: 20_000, auto: true },
  {
    name: '{p} {k} 즉시 시작 — 결제 후 1분',
    percent: 125,
    pace: 200,
    starts: '1분',
    refill: 15,
    note: '이벤트나 공지 직전처럼 급할 때 많이 찾는 상품이에요.',
  },
  {
    name: '{p} {k} 자연 증가형 — 하루 {day} 안팎',
    percent: 120,
    pace: 5,
    refill: 30,
    auto: true,
    note: '하루 증가량을 고르게 나누어 그래프가 튀지 않아요.',
  },
]

export const koreanRefillGrades: Grade[] = [
  { name: '🇰🇷 {p} {k} — 180일 AS', percent: 155, refill: 180 },
  { name: '🇰🇷 {p} {k} — 365일 AS, 이탈 걱정 없는 상품', percent: 190, refill: 365 },
  { name: '🇰🇷 {p} {k} VIP — 평생 AS', percent: 260, refill: Number.POSITIVE_INFINITY, max: 5_000 },
]

export const influencerGrades: Grade[] = [
  {
    name: '{p} 한국인 인플루언서 {n}',
    percent: 327,
    refill: 30,
    max: 500,
    readOnly: true,
    note: '모집 인원이 모두 차 지금은 주문을 받지 않아요. 다음 모집은 공지로 알려 드려요.',
  },
]

export const foreignFollowerGrades: Grade[] = [
  { name: '{p} {k} 기본 — AS 없는 최저가', percent: 100, refill: 0, auto: true },
  { name: '{p} {k} — 30일 AS', percent: 140, refill: 30, auto: true },
  {
    name: '{p} {k} 고품질 — 프로필 사진·게시물 있는 계정, 60일 AS',
    percent: 190,
    pace: 50,
    refill: 60,
    note: '이탈률이 낮은 계정을 따로 모아 작업해요.',
  },
  {
    name: '{p} {k} 대량 — 최대 {max}, 하루 {day}',
    percent: 115,
    pace: 250,
    refill: 15,
    min: 1_000,
    note: '많은 수량을 한 번에 채울 때 알맞아요.',
  },
  { name: '{p} {k} 저이탈 — 365일 AS', percent: 230, pace: 40, refill: 365 },
]

export const asianFollowerGrades: Grade[] = [
  {
    name: '🇯🇵 {p} 일본인 {n} — 현지 계정, 30일 AS',
    percent: 520,
    pace: 10,
    refill: 30,
    max: 10_000,
    note: '일본어로 활동하는 계정이에요.',
  },
  { name: '🇹🇼 {p} 대만인 {n} — 30일 AS', percent: 430, pace: 10, refill: 30, max: 10_000 },
  { name: '{p} 베트남 {n} 🇻🇳 30일 AS', percent: 260, pace: 20, refill: 30, max: 50_000 },
  { name: '{p} 태국 {n} 🇹🇭 30일 AS', percent: 280, pace: 20, refill: 30, max: 50_000 },
]

export const westernFollowerGrades: Grade[] = [
  {
    name: '🇺🇸 {p} 미국인 {n} — 현지 계정, 30일 AS',
    percent: 480,
    pace: 15,
    refill: 30,
    max: 20_000,
    note: '영어로 활동하는 계정이에요.',
  },
  { name: '{p} 브라질 {n} 🇧🇷 30일 AS', percent: 210, pace: 30, refill: 30, max: 100_000 },
  { name: '{p} 유럽 {n} (독일·프랑스·영국) — 30일 AS', percent: 390, pace: 15, refill: 30, max: 20_000 },
]

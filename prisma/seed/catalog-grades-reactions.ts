import type { Grade } from './catalog-table.ts'

export const koreanLikeGrades: Grade[] = [
  { name: '{p} {k} — 즉시 시작, 가장 많이 찾는 상품', percent: 100, auto: true, starts: '1분' },
  {
    name: '{p} 리얼 {k} — 프로필 사진 있는 계정',
    percent: 210,
    auto: true,
    note: '프로필 사진과 게시물이 있는 국내 계정으로 작업해요.',
  },
  { name: '{p} {k} 고속 — 시간당 {hour}', percent: 140, pace: 400, auto: true },
  {
    name: '{p} {k} 천천히 — 하루 {day}씩 자연스럽게',
    percent: 130,
    pace: 5,
    auto: true,
    note: '시간대별로 수량을 나누어 실제 반응과 비슷한 흐름으로 늘어나요.',
  },
]

export const koreanLikeAudienceGrades: Grade[] = [
  { name: '{p} {k} (여성 70% 이상)', percent: 240, min: 20, max: 5_000, auto: true },
  { name: '{p} {k} (남성 70% 이상)', percent: 240, min: 20, max: 5_000, auto: true },
  { name: '{p} {k} (20대 위주)', percent: 265, min: 20, max: 5_000 },
]

export const koreanPowerLikeGrades: Grade[] = [
  {
    name: '🇰🇷 {p} 파워 {k} — 팔로워 1천 명 이상 계정',
    percent: 480,
    pace: 10,
    min: 20,
    max: 2_000,
    note: '팔로워가 많은 계정의 반응이라 노출에 도움이 돼요.',
  },
  { name: '🇰🇷 {p} {k} + 노출 패키지', percent: 320, note: '수량만큼의 노출이 함께 올라가요.' },
]

export const foreignLikeGrades: Grade[] = [
  { name: '{p} {k} 기본 — 최저가', percent: 100, refill: 0, auto: true },
  { name: '{p} {k} — 30일 AS', percent: 145, refill: 30, auto: true },
  {
    name: '{p} {k} 고품질 — 프로필 사진 있는 계정',
    percent: 185,
    pace: 50,
    refill: 15,
    auto: true,
  },
  { name: '{p} {k} 대량 — 최대 {max}', percent: 110, pace: 200, refill: 0, min: 500 },
]

export const countryLikeGrades: Grade[] = [
  { name: '🇯🇵 {p} 일본인 {n}', percent: 540, pace: 10, max: 10_000 },
  { name: '🇺🇸 {p} 미국인 {n}', percent: 460, pace: 15, max: 20_000 },
  { name: '{p} 동남아 {n} (베트남·태국·인도네시아)', percent: 220, pace: 30, max: 50_000 },
]

/** Grades of saves, shares, reposts and other reactions without a text. */
export const reactionGrades: Grade[] = [
  { name: '{p} {k} — 즉시 시작', percent: 100, auto: true, starts: '1분' },
  { name: '{p} {k} 고속 — 시간당 {hour}', percent: 130, pace: 200, auto: true },
  { name: '🇰🇷 {p} 한국인 {n} — 국내 계정 100%', percent: 310, pace: 10, max: 10_000, auto: true },
  { name: '{p} {k} 자연 증가형 — 하루 {day} 안팎', percent: 120, pace: 2, max: 20_000, auto: true },
]

export const commentGrades: Grade[] = [
  {
    name: '{p} 한국인 랜덤 댓글 — 게시물 분위기에 맞는 응원',
    percent: 100,
    note: '내용을 읽고 어울리는 짧은 문장을 남겨요.',
  },
  { name: '{p} 한국인 긴 댓글 — 20자 이상', percent: 160, max: 500, note: '한 문장을 넘는 정성스러운 댓글이에요.' },
  { name: '{p} 한국인 댓글 (여성 계정)', percent: 130, max: 500 },
  { name: '{p} 이모지 댓글 — 하트·박수 위주', percent: 45, pace: 400, max: 5_000 },
  { name: '{p} 영어 댓글 🇺🇸 자연스러운 문장', percent: 70, pace: 200, max: 3_000 },
  { name: '{p} 일본어 댓글 🇯🇵 현지 계정', percent: 210, pace: 50, max: 300 },
  {
    name: '{p} 한국인 댓글 천천히 — 하루 {day} 안팎',
    percent: 120,
    pace: 10,
    note: '하루에 걸쳐 고르게 나누어 남겨요.',
  },
]

/** Grades of replies, as X and Threads call comments. */
export const replyGrades: Grade[] = commentGrades.slice(0, 3).map((grade) => ({
  ...grade,
  name: grade.name.replace('댓글', '답글'),
  note: grade.note?.replace('댓글', '답글'),
}))

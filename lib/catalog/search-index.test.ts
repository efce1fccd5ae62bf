import { expect, test } from 'vitest'
import type { Catalog, Service } from './queries.ts'
import { buildSearchIndex, searchInIndex } from './search-index.ts'

const serviceOf = (id: number, categoryId: number, platformId: number, text: string, isReadOnly = false): Service => ({
  id,
  categoryId,
  platformId,
  text,
  type: 'Default',
  unitPrice: 100_000n,
  min: 1,
  max: 10,
  notice: '',
  isReadOnly,
  enableAuto: false,
  refillDays: 0,
  canCancel: false,
  oneOrderPerLink: false,
  revision: 1,
  priceFloor: 0n,
})

const services = [
  serviceOf(12, 1, 1, '🇰🇷 인스타그램 리얼 한국인 팔로워 — 30일 AS'),
  serviceOf(13, 1, 1, '인스타그램 한국인 팔로워 (여성 70%)', true),
  serviceOf(14, 2, 1, '하트 보내기'),
  serviceOf(112, 3, 2, 'YouTube 구독자 12명부터'),
  serviceOf(20, 4, 3, '인스타 감성 사진'),
]
const catalog: Catalog = {
  platforms: [
    { id: 1, text: '인스타그램', backgroundColor: '#000' },
    { id: 2, text: '유튜브', backgroundColor: '#000' },
    { id: 3, text: '내 가게', backgroundColor: '#000' },
  ],
  categories: [
    { id: 1, platformId: 1, text: '한국인 팔로워' },
    { id: 2, platformId: 1, text: '좋아요' },
    { id: 3, platformId: 2, text: '구독자' },
    { id: 4, platformId: 3, text: '사진' },
  ],
  services,
  byId: new Map(services.map((each) => [each.id, each])),
}
const searchIndex = buildSearchIndex(catalog)
const foundIds = (q: string, most = 30) => searchInIndex(searchIndex, q, most).services.map(({ id }) => id)

test.each([
  ['인스타', [12, 20, 13, 14]],
  ['ㅇㅅㅌ', [12, 20, 13, 14]],
  ['ㅇㅅㅌ ㅍㄹㅇ', [12, 13]],
  ['ㅎㄱㅇㅍㄹㅇ', [12, 13]],
  ['한국인팔로워', [12, 13]],
  ['팔로워 한국인', [12, 13]],
  ['좋아요', [14]],
  ['유튜브', [112]],
  ['YOUTUBE', [112]],
  ['instagram 하트', [14]],
  ['12', [12, 112]],
  ['[12]', [12, 112]],
  ['30일 as', [12]],
  ['없는 상품', []],
  ['', []],
  [' — 🇰🇷 ', []],
])('%s finds %o, the best first', (q, expected) => expect(foundIds(q)).toEqual(expected))

test.each(['ㅇ', '이', '인', '인ㅅ', '인스', '인슽', '인스타'])(
  'a name is found at every key on the way to it: %s',
  (q) => expect(foundIds(q)).toContain(12),
)

test('decomposed Hangul, as macOS writes it, is Hangul', () =>
  expect(foundIds('인스타'.normalize('NFD'))).toEqual([12, 20, 13, 14]))

test('Hangul typed on an English keyboard is understood where English finds nothing', () => {
  expect(foundIds('dlstmxk')).toEqual([12, 20, 13, 14])
  expect(foundIds('youtube')).toEqual([112])
})

test('what can’t be ordered stands after its equals, though it comes first in the catalogue', () => {
  const swapped = buildSearchIndex({
    ...catalog,
    services: [services[1], services[0]].filter((each) => each !== undefined),
  })
  expect(searchInIndex(swapped, '한국인', 9).services.map(({ id }) => id)).toEqual([12, 13])
})

test('only the best are handed out, all are counted', () => {
  expect(searchInIndex(searchIndex, '인스타', 2)).toMatchObject({ services: [{ id: 12 }, { id: 20 }], total: 4 })
})

test('a query of a hundred words costs no more than its first eight', () => {
  expect(foundIds(`${'한국인 '.repeat(8)}없는 상품 `.repeat(9))).toEqual([12, 13])
  expect(foundIds('한국인 없는 상품')).toEqual([])
})

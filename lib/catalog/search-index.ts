import { convertQwertyToHangul, disassemble, getChoseong } from 'es-hangul'
import { otherPlatformNames } from './labels.ts'
import type { Catalog, Service } from './queries.ts'

/**
 * A text in the forms that the search compares. `plain` is in lower case without spaces and punctuation. In `letters`
 * each Hangul syllable is split into its letters, in `initials` it is replaced by its initial consonant.
 */
type FoldedText = { plain: string; letters: string; initials: string }

/** A service with the folded texts of its name, its category and its platform, in this sequence (`fields`). */
type IndexEntry = { service: Service; id: string; fields: readonly FoldedText[] }

export type SearchIndex = readonly IndexEntry[]

/** Maximum number of words of a search text that are used. */
const MAX_TERMS = 8

const hangulSyllable = /[가-힣]/

/** Normalizes case and removes spaces and punctuation: '한국인 팔로워' equals '한국인팔로워'. */
const plainOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const initialsOf = (plain: string): string => plain.replace(/[가-힣]+/g, (syllables) => getChoseong(syllables))

function foldText(text: string): FoldedText {
  const plain = plainOf(text)
  return { plain, letters: disassemble(plain), initials: initialsOf(plain) }
}

/**
 * Builds the search index from the names, categories and platforms of all services. Called once per version of the
 * catalogue.
 */
export function buildSearchIndex({ platforms, categories, services }: Catalog): SearchIndex {
  const ofPlatform = new Map(platforms.map(({ id, text }) => [id, foldText(`${text} ${otherPlatformNames[id] ?? ''}`)]))
  const ofCategory = new Map(categories.map(({ id, text }) => [id, foldText(text)]))
  const emptyText = foldText('')
  return services.map((service) => {
    const categoryAndPlatform = [
      ofCategory.get(service.categoryId) ?? emptyText,
      ofPlatform.get(service.platformId) ?? emptyText,
    ]
    return { service, id: String(service.id), fields: [foldText(service.text), ...categoryAndPlatform] }
  })
}

/** A word of the search text; `onlyInitials` is true if it consists of consonants only, such as ㅇㅅㅌ. */
type SearchTerm = FoldedText & { onlyInitials: boolean }

function readSearchTerms(q: string): SearchTerm[] {
  const terms = q.split(/\s+/).map(foldText)
  return terms
    .filter(({ plain }) => plain !== '')
    .slice(0, MAX_TERMS)
    .map((term) => ({ ...term, onlyInitials: /^[ㄱ-ㅎ]+$/.test(term.plain) }))
}

/**
 * Score of a search term in a field; 0 if the term doesn't match. Letters are compared too, so that a syllable which is
 * still being typed matches: '인ㅅ' and '인슽' find '인스타'.
 */
function scoreOfTerm({ plain, letters, onlyInitials }: SearchTerm, field: FoldedText): number {
  if (field.plain.startsWith(plain)) return 4
  if (field.plain.includes(plain)) return 3
  if (onlyInitials) return field.initials.startsWith(letters) ? 2 : field.initials.includes(letters) ? 1 : 0
  return hangulSyllable.test(plain) && field.letters.includes(letters) ? 1 : 0
}

/**
 * Rank of a service; 0 if one of the terms doesn't match it. A match of the whole id counts most. Of equally good
 * matches, a match in the name counts more than one in the category, and one in the category more than one in the
 * platform.
 */
function rankOfEntry(terms: readonly SearchTerm[], { id, fields }: IndexEntry): number {
  let rank = 0
  for (const term of terms) {
    let best = term.plain === id ? 100 : 0
    for (const [at, field] of fields.entries()) best = Math.max(best, scoreOfTerm(term, field) * (4 - at))
    if (best === 0) return 0
    rank += best
  }
  return rank
}

/** The services that match all terms, with their ranks, unsorted. */
function findEntries(index: SearchIndex, terms: readonly SearchTerm[]) {
  if (terms.length === 0) return []
  const ranked = index.map((entry) => ({ service: entry.service, rank: rankOfEntry(terms, entry) }))
  return ranked.filter(({ rank }) => rank > 0)
}

const onlyLatinLetters = /^[a-z\s]+$/i

/**
 * Finds the services that match each word of `q` by their name, category, platform or id; words after the first
 * MAX_TERMS are ignored. Returns the best `maxResults` of them, best first, and the number of all (`total`). Of
 * services with equal rank, read-only services come last. Words may be initial consonants (ㅇㅅㅌ). If Latin letters find
 * nothing, they are read as Hangul typed with an English keyboard layout (dlstmxk).
 */
export function searchInIndex(
  index: SearchIndex,
  q: string,
  maxResults: number,
): { services: Service[]; total: number } {
  const asTyped = findEntries(index, readSearchTerms(q))
  const found =
    asTyped.length === 0 && onlyLatinLetters.test(q)
      ? findEntries(index, readSearchTerms(convertQwertyToHangul(q)))
      : asTyped
  // The sort is stable: services with equal ranks stay in the catalogue's sequence.
  found.sort((a, b) => b.rank - a.rank || Number(a.service.isReadOnly) - Number(b.service.isReadOnly))
  return { services: found.slice(0, maxResults).map(({ service }) => service), total: found.length }
}

/** Initial consonants of Hangul, in the sequence of Unicode, where each one has 588 syllables in a row. */
const initialConsonants = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const FIRST_SYLLABLE = 0xac00
const SYLLABLES_OF_A_CONSONANT = 588
const SYLLABLES = 11_172

/** Replaces each Hangul syllable of a text by its initial consonant: 회원 becomes ㅎㅇ. */
const initialsOf = (text: string): string =>
  [...text]
    .map((letter) => {
      const at = letter.charCodeAt(0) - FIRST_SYLLABLE
      return at >= 0 && at < SYLLABLES
        ? (initialConsonants[Math.floor(at / SYLLABLES_OF_A_CONSONANT)] ?? letter)
        : letter
    })
    .join('')

const compact = (text: string): string => text.toLowerCase().replace(/\s/g, '')

/**
 * Whether a name contains a text, which may consist of initial consonants (ㅎㅇ for 회원). Spaces and the case of letters
 * are ignored; false for an empty text.
 */
export function nameContains(name: string, text: string): boolean {
  const searchedText = compact(text)
  return (
    searchedText !== '' && (compact(name).includes(searchedText) || initialsOf(compact(name)).includes(searchedText))
  )
}

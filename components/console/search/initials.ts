const initialConsonants = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const FIRST_SYLLABLE = 0xac00
const SYLLABLES_OF_A_CONSONANT = 588
const SYLLABLES = 11_172

/** A text with each Hangul syllable as its initial consonant: 회원 is ㅎㅇ. */
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

/** Whether a name contains a text, which may be initial consonants alone (ㅎㅇ for 회원); spaces don't count. */
export function nameContains(name: string, text: string): boolean {
  const wanted = compact(text)
  return wanted !== '' && (compact(name).includes(wanted) || initialsOf(compact(name)).includes(wanted))
}

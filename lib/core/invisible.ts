// Characters that nobody sees: two texts that differ by them alone look the same, some turn what follows them around, and
// a name made of them is none. Unicode's default ignorables (zero width, Hangul fillers, selectors, tags), format
// characters (bidirectional controls among them) and the blank Braille pattern.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** A text without any of them: what names are compared by. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '')

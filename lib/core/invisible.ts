// Invisible characters: texts that differ only by them look equal, and some reverse the text after them. Unicode's
// default ignorables (zero width, Hangul fillers, selectors, tags), format characters (bidirectional controls among
// them) and the blank Braille pattern.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** The text without invisible characters: names are compared in this form. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '')

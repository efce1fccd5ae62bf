// Invisible characters: texts that differ only in them look equal, and some reverse the direction of the text after
// them. Matches Unicode's default ignorables (zero width, Hangul fillers, selectors, tags), format characters
// (including bidirectional controls) and the blank Braille pattern.
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** Removes all invisible characters, also those within emoji, which `visibleText` of lib/core/text.ts keeps. */
export const withoutInvisibleCharacters = (text: string): string => text.replace(invisibleCharacters, '')

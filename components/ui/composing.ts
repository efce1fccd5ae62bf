import type { KeyboardEvent } from 'react'

/**
 * Whether a key press belongs to a Hangul composition, in which the input method still assembles a syllable: an Enter
 * that belongs to one must not submit anything. Safari reports the Enter that ends a composition only by its key code,
 * 229.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229

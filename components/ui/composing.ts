import type { KeyboardEvent } from 'react'

/**
 * Whether a key press belongs to a Hangul composition, in which the input method is still assembling a syllable. An
 * Enter in a composition must not submit anything. Safari reports the Enter that ends a composition only by its key
 * code, 229.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229

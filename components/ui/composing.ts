import type { KeyboardEvent } from 'react'

/** A key that belongs to a Hangul composition; Safari says so only by its code, for the Enter that ends one. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229

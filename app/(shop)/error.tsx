'use client'

import ScreenError from '../error.tsx'

/** The same words, within the shop's frame. */
export default ScreenError

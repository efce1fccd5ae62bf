'use client'

import ScreenError from '../error.tsx'

/** The shared error screen, within the shop's layout. */
export default ScreenError

'use client'

import ScreenError from '../error.tsx'

/** Shows the shared error screen within the shop's layout. */
export default ScreenError

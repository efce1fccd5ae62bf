'use client'

import { ListLoadError } from '#components/chrome/list-load-error.tsx'

export default ListLoadError
